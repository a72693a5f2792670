// Has codes read beside the page, so that it answers meanwhile, and not for longer than a limit.

const LIMIT_MS = 15000; // for a picture

export class Reader {
  constructor(limitMs = LIMIT_MS) {
    this.limitMs = limitMs;
    this.worker = null;
    this.queue = Promise.resolve();
  }

  /** Return the texts in an ImageBitmap or a File; null if it is no picture. `scale`: how much larger
   * to look at it. Rejects if the reader cannot be loaded. */
  read(picture, scale) {
    const read = this.queue.then(() => this.#read(picture, scale));
    this.queue = read.catch(() => {});
    return read;
  }

  async #read(picture, scale) {
    const worker = (this.worker ??= new Worker(new URL("reader_worker.js", import.meta.url), {
      type: "module",
    }));
    let timer = 0;
    const answer = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message || "reader_worker.js"));
      timer = setTimeout(() => reject(null), this.limitMs);
      worker.postMessage([picture, scale], picture instanceof Blob ? [] : [picture]);
    });
    try {
      return await answer;
    } catch (error) {
      worker.terminate();
      this.worker = null;
      if (error) throw error;
      return []; // it takes too long: there is no code that a person could show
    } finally {
      clearTimeout(timer);
    }
  }
}
