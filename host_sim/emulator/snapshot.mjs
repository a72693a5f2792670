// Save the state of an object and of all objects reachable from it. Restoring changes the same
// objects, so that references to them stay valid. Variables captured by functions are not saved.

function contentsOf(object) {
  if (object instanceof ArrayBuffer) return object.slice(0);
  if (object instanceof Map || object instanceof Set) return [...object];
  const contents = {};
  for (const [name, what] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    if ('value' in what && what.writable) contents[name] = what.value;
  }
  return contents;
}

// Return a function that restores the state.
export function snapshot(root) {
  const kept = new Map();
  const waiting = [root];
  while (waiting.length) {
    let object = waiting.pop();
    if (ArrayBuffer.isView(object)) object = object.buffer;
    if (object === null || typeof object !== 'object' || kept.has(object)) continue;
    const contents = contentsOf(object);
    kept.set(object, contents);
    if (contents instanceof ArrayBuffer) continue;
    // One by one: a call takes only so many arguments.
    const inside = Array.isArray(contents) ? contents.flat() : Object.values(contents);
    for (const each of inside) waiting.push(each);
  }
  return () => {
    for (const [object, contents] of kept) restore(object, contents);
  };
}

function restore(object, contents) {
  if (object instanceof ArrayBuffer) {
    new Uint8Array(object).set(new Uint8Array(contents));
  } else if (object instanceof Map) {
    object.clear();
    for (const [key, value] of contents) object.set(key, value);
  } else if (object instanceof Set) {
    object.clear();
    for (const value of contents) object.add(value);
  } else {
    for (const [name, what] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      if (what.writable && !(name in contents)) delete object[name];
    }
    Object.assign(object, contents);
  }
}
