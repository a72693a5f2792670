// SPDX-FileCopyrightText: 2026 Pocket Pig contributors
// SPDX-License-Identifier: MIT
//
// The computer at the other end of the USB cable, as far as serial channels (CDC) go: it gives the
// device an address, finds the channels in its configuration, opens and closes them (DTR and RTS),
// and moves bytes. Channel 0 is CircuitPython's console, 1 usb_cdc.data where boot.py enabled it.

const INTERFACE = 4;
const ENDPOINT = 5;
const CLASS_CONTROL = 2;
const ABSTRACT_MODEL = 2;
const CLASS_DATA = 10;
const BULK = 2;
const CONFIGURATION_HEAD = 9;
const SET_CONTROL_LINE_STATE = 0x22;
const DTR_AND_RTS = 3;
const PACKET = 64;

// [{control, in, out}]: the channels in a configuration descriptor, by interface and endpoints.
function channelsIn(descriptor) {
  const channels = [];
  let control = -1;
  let channel = null;
  for (let at = 0; at + 2 <= descriptor.length && descriptor[at] >= 2; at += descriptor[at]) {
    const type = descriptor[at + 1];
    if (type === INTERFACE) {
      channel = null;
      const [number, , , kind, subkind] = descriptor.slice(at + 2, at + 7);
      if (kind === CLASS_CONTROL && subkind === ABSTRACT_MODEL) control = number;
      if (kind === CLASS_DATA) {
        channel = { control, in: -1, out: -1, open: false, wanted: 0, toDevice: [] };
        channels.push(channel);
      }
    } else if (type === ENDPOINT && channel && (descriptor[at + 3] & 3) === BULK) {
      const address = descriptor[at + 2];
      channel[address & 0x80 ? 'in' : 'out'] = address & 15;
    }
  }
  return channels;
}

export class UsbHost {
  // `taken(channel, bytes)` is told what comes from the device.
  constructor(usb, rp2040js, taken) {
    this.usb = usb;
    this.rp2040js = rp2040js;
    this.taken = taken;
    this.channels = [];
    this.configured = false;
    this.lines = [true, false]; // which channels are to be open
    this.reading = [true, false]; // of which the host takes what comes
    this.requests = [];
    this.request = null;
    this.held = []; // endpoints whose packet nobody has taken yet
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => this.enumerate();
    usb.onEndpointWrite = (endpoint, bytes) => this.fromDevice(endpoint, bytes);
    usb.onEndpointRead = (endpoint, size) => {
      const channel = this.channels.find((each) => each.out === endpoint);
      if (channel) channel.wanted = size;
    };
    // rp2040js takes every packet at once. A host that does not read leaves it with the device.
    this.acknowledge = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      if (out || endpoint === 0 || this.reads(endpoint)) this.acknowledge(endpoint, out);
      else this.held.push(endpoint);
    };
  }

  reads(endpoint) {
    const index = this.channels.findIndex((channel) => channel.in === endpoint);
    return index < 0 || this.reading[index];
  }

  enumerate() {
    const { setDeviceAddressPacket, setDeviceConfigurationPacket, getDescriptorPacket } =
      this.rp2040js;
    const configuration = this.rp2040js.DescriptorType.Configration;
    const describe = (length, then) =>
      this.ask(getDescriptorPacket(configuration, length), length, then);
    this.channels = [];
    this.configured = false;
    this.requests = [];
    this.request = null;
    this.held = [];
    this.ask(setDeviceAddressPacket(1));
    describe(CONFIGURATION_HEAD, (head) => {
      describe(head[2] | (head[3] << 8), (whole) => {
        this.channels = channelsIn(whole);
        this.ask(setDeviceConfigurationPacket(1), 0, () => {
          this.configured = true;
        });
      });
    });
  }

  // A control transfer: `length` bytes come back, then `then(bytes)` goes on.
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
      const index = this.channels.findIndex((channel) => channel.in === endpoint);
      if (index >= 0 && bytes.length) this.taken(index, bytes);
      return;
    }
    const request = this.request;
    if (!request) return;
    request.bytes.push(...bytes);
    // No bytes at all: the end of a request that asks for none.
    if (request.bytes.length < request.length) return;
    this.request = null;
    request.then(request.bytes);
    this.next();
  }

  send(channel, bytes) {
    this.channels[channel]?.toDevice.push(...bytes);
  }

  // Bytes that the device has not taken yet.
  waiting(channel) {
    return this.channels[channel]?.toDevice.length ?? 0;
  }

  // Do what is due; call often.
  pump() {
    this.channels.forEach((channel, index) => {
      if (this.configured && channel.open !== this.lines[index]) {
        channel.open = this.lines[index];
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
      // A packet of no bytes would only wake the device for nothing.
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
