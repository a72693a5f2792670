// A USB host for serial channels (CDC): it gives the device an address, reads its interfaces, opens
// and closes the channels (DTR and RTS), and moves bytes. Other interfaces (drive, keyboard, MIDI)
// are only listed.

const STRING = 3;
const ENGLISH = 0x0409;
const INTERFACE = 4;
const ENDPOINT = 5;
const CLASS_CONTROL = 2;
const ABSTRACT_MODEL = 2;
const CLASS_DATA = 10;
// In CircuitPython's name of usb_cdc.data's control interface; the console's is "… CDC control".
const DATA_NAME = 'CDC2';
const BULK = 2;
const CONFIGURATION_HEAD = 9;
const SET_CONTROL_LINE_STATE = 0x22;
const DTR_AND_RTS = 3;
const PACKET = 64;
const LONGEST_STRING = 255;

// Return what a configuration descriptor offers: {interfaces: [{kind (USB class), name (index of
// the string)}], channels: [{control, in, out, …}] by interface and endpoints}.
function offersOf(descriptor) {
  const interfaces = [];
  const channels = [];
  let control = null;
  let channel = null;
  for (let at = 0; at + 2 <= descriptor.length && descriptor[at] >= 2; at += descriptor[at]) {
    const type = descriptor[at + 1];
    if (type === INTERFACE) {
      channel = null;
      const [number, , , kind, subkind, , name] = descriptor.slice(at + 2, at + 9);
      interfaces.push({ kind, name });
      if (kind === CLASS_CONTROL && subkind === ABSTRACT_MODEL) control = { control: number, name };
      if (kind === CLASS_DATA && control) {
        channel = { ...control, in: -1, out: -1, open: false, wanted: 0, toDevice: [] };
        channels.push(channel);
      }
    } else if (type === ENDPOINT && channel && (descriptor[at + 3] & 3) === BULK) {
      const address = descriptor[at + 2];
      channel[address & 0x80 ? 'in' : 'out'] = address & 15;
    }
  }
  return { interfaces, channels };
}

export class UsbHost {
  // `taken(kind, bytes)` gets the bytes from the device; `kind` of a channel: console or data.
  constructor(usb, rp2040js, taken) {
    this.usb = usb;
    this.rp2040js = rp2040js;
    this.taken = taken;
    this.channels = [];
    this.interfaces = []; // [{kind, name}]: what the device offers
    this.configured = false;
    this.lines = { console: true, data: false }; // which channels are to be open; it reads those
    this.plugged = true; // the cable leads to a computer; matters at the start
    this.requests = [];
    this.request = null;
    this.held = []; // endpoints with a packet not taken yet
    usb.onUSBEnabled = () => this.plugged && usb.resetDevice();
    usb.onResetReceived = () => this.enumerate();
    usb.onEndpointWrite = (endpoint, bytes) => this.fromDevice(endpoint, bytes);
    usb.onEndpointRead = (endpoint, size) => {
      const channel = this.channels.find((each) => each.out === endpoint);
      if (channel) channel.wanted = size;
    };
    // rp2040js takes every packet at once. A host that does not read leaves the packet in the device.
    this.acknowledge = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      if (out || endpoint === 0 || this.reads(endpoint)) this.acknowledge(endpoint, out);
      else this.held.push(endpoint);
    };
  }

  reads(endpoint) {
    const channel = this.channels.find((each) => each.in === endpoint);
    return !channel || this.lines[channel.kind];
  }

  enumerate() {
    const { setDeviceAddressPacket, setDeviceConfigurationPacket, getDescriptorPacket } =
      this.rp2040js;
    const configuration = this.rp2040js.DescriptorType.Configration;
    const describe = (length, then) =>
      this.ask(getDescriptorPacket(configuration, length), length, then);
    this.channels = [];
    this.interfaces = [];
    this.configured = false;
    this.requests = [];
    this.request = null;
    this.held = [];
    this.ask(setDeviceAddressPacket(1));
    describe(CONFIGURATION_HEAD, (head) => {
      describe(head[2] | (head[3] << 8), (whole) => {
        const { interfaces, channels } = offersOf(whole);
        for (const each of [...interfaces, ...channels]) this.nameOf(each);
        this.channels = channels;
        this.ask(setDeviceConfigurationPacket(1), 0, () => {
          for (const each of channels) each.kind = each.name.includes(DATA_NAME) ? 'data' : 'console';
          this.interfaces = interfaces;
          this.configured = true;
        });
      });
    });
  }

  // Replace the index in `each.name` by its string.
  nameOf(each) {
    const index = each.name;
    each.name = '';
    if (index === 0) return;
    const packet = this.rp2040js.createSetupPacket({
      dataDirection: this.rp2040js.DataDirection.DeviceToHost,
      type: this.rp2040js.SetupType.Standard,
      recipient: this.rp2040js.SetupRecipient.Device,
      bRequest: this.rp2040js.SetupRequest.GetDescriptor,
      wValue: (STRING << 8) | index,
      wIndex: ENGLISH,
      wLength: LONGEST_STRING,
    });
    this.ask(packet, LONGEST_STRING, (words) => {
      each.name = Buffer.from(words.slice(2)).toString('utf16le');
    });
  }

  // Make a control transfer that returns at most `length` bytes; then call `then(bytes)`.
  ask(packet, length = 0, then = () => {}) {
    this.requests.push({ packet, length, then, bytes: [] });
    this.next();
  }

  next() {
    if (this.request || !this.requests.length) return;
    this.request = this.requests.shift();
    this.usb.sendSetupPacket(this.request.packet);
  }

  fromDevice(endpoint, bytes) {
    if (endpoint !== 0) {
      const channel = this.channels.find((each) => each.in === endpoint);
      if (channel && bytes.length) this.taken(channel.kind, bytes);
      return;
    }
    const request = this.request;
    if (!request) return;
    request.bytes.push(...bytes);
    // The last packet is short, or completes the length asked for.
    if (bytes.length === PACKET && request.bytes.length < request.length) return;
    this.request = null;
    request.then(request.bytes);
    this.next();
  }

  // Return the console or the data channel, undefined if the device does not offer it.
  channel(kind) {
    return this.channels.find((each) => each.kind === kind);
  }

  send(kind, bytes) {
    // One by one: a call takes only so many arguments.
    for (const byte of bytes) this.channel(kind)?.toDevice.push(byte);
  }

  // Return how many bytes the device has not taken yet.
  waiting(kind) {
    return this.channel(kind)?.toDevice.length ?? 0;
  }

  // Do what is due; call often.
  pump() {
    this.channels.forEach((channel) => {
      if (this.configured && channel.open !== this.lines[channel.kind]) {
        channel.open = this.lines[channel.kind];
        this.ask(
          this.rp2040js.createSetupPacket({
            dataDirection: this.rp2040js.DataDirection.HostToDevice,
            type: this.rp2040js.SetupType.Class,
            recipient: this.rp2040js.SetupRecipient.Interface,
            bRequest: SET_CONTROL_LINE_STATE,
            wValue: channel.open ? DTR_AND_RTS : 0,
            wIndex: channel.control,
            wLength: 0,
          }),
        );
      }
      // An empty packet would wake the device needlessly.
      if (channel.wanted && channel.toDevice.length) {
        const bytes = channel.toDevice.splice(0, Math.min(channel.wanted, PACKET));
        channel.wanted = 0;
        this.usb.endpointReadDone(channel.out, new Uint8Array(bytes));
      }
    });
    const ready = this.held.filter((endpoint) => this.reads(endpoint));
    if (ready.length) {
      this.held = this.held.filter((endpoint) => !this.reads(endpoint));
      for (const endpoint of ready) this.acknowledge(endpoint, false);
    }
  }
}
