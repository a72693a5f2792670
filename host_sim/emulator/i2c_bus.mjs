// The I2C bus with the panel. The panel's model is on the Python side. When a transfer starts, the
// model tells what the panel answers. The bytes of the transfer are queued for the model.

// The values in `events` besides the bytes written (0 to 255).
const START_WRITE = 0x100;
const START_READ = 0x101;
const READ = 0x102;
const STOP = 0x103;

// `present`: the panel is plugged in; `ask(events)` returns {acknowledges, status (the byte that a
// read returns)} after these events.
class Panel {
  constructor(address, ask) {
    this.address = address;
    this.ask = ask;
    this.present = true;
    this.status = 0;
    this.events = [];
  }

  start(address, reading) {
    if (address !== this.address) return false;
    const { acknowledges, status } = this.ask(this.events);
    if (!acknowledges) return false;
    this.status = status;
    this.events.push(reading ? START_READ : START_WRITE);
    return true;
  }

  write(byte) {
    if (this.present) this.events.push(byte);
    return this.present;
  }

  read() {
    this.events.push(READ);
    return this.present ? this.status : 0xff;
  }

  stop() {
    this.events.push(STOP);
  }
}

// CircuitPython probes an address (a write of no bytes) by bit-banging the pins, since the chip's
// I2C unit cannot send one. This follows the two lines and answers on SDA.
class BitBangedTarget {
  constructor(panel, sda, scl) {
    this.panel = panel;
    this.sda = sda;
    this.scl = scl;
    this.pullsLow = false; // the target pulls SDA low
    this.wasSda = this.wasScl = true;
    this.state = 'idle';
    const follow = () => this.follow();
    sda.addListener(follow);
    scl.addListener(follow);
    this.follow();
  }

  // The panel's module has the pull-up resistors. Without it only the chip's own pull-ups count.
  level(pin) {
    if (pin.outputEnable) return pin.outputValue;
    return this.panel.present || !pin.pulldownEnabled;
  }

  follow() {
    const scl = this.level(this.scl);
    let sda = this.level(this.sda) && !this.pullsLow;
    if (scl && this.wasScl && this.wasSda !== sda) {
      if (sda) this.stop();
      else this.start();
    } else if (this.state !== 'idle' && scl !== this.wasScl) {
      if (scl) this.clockRises(sda);
      else this.clockFalls();
    }
    sda = this.level(this.sda) && !this.pullsLow;
    this.wasScl = scl;
    this.wasSda = sda;
    this.sda.setInputValue(sda);
    this.scl.setInputValue(scl);
  }

  start() {
    this.state = 'address';
    this.bits = this.shifted = 0;
    this.pullsLow = false;
  }

  stop() {
    if (this.addressed) this.panel.stop();
    this.addressed = false;
    this.state = 'idle';
    this.pullsLow = false;
  }

  clockRises(sda) {
    if (this.state === 'read') {
      if (this.bits === 8 && sda) this.state = 'idle'; // not acknowledged: end of the read
    } else if (this.bits < 8) {
      this.shifted = (this.shifted << 1) | (sda ? 1 : 0);
      this.bits++;
    }
  }

  clockFalls() {
    if (this.state === 'read') {
      this.bits = (this.bits + 1) % 9;
      this.giveBit();
    } else if (this.bits === 8) {
      this.bits = 9;
      this.pullsLow = this.take(this.shifted & 0xff);
    } else if (this.bits === 9) {
      this.bits = this.shifted = 0;
      this.pullsLow = false;
      if (!this.addressed) this.state = 'idle';
      else if (this.state === 'address') this.state = this.reading ? 'read' : 'write';
      if (this.state === 'read') this.giveBit();
    }
  }

  // Take a byte from the host. Return whether it is acknowledged.
  take(byte) {
    if (this.state === 'write') return this.panel.write(byte);
    this.reading = (byte & 1) === 1;
    this.addressed = this.panel.start(byte >> 1, this.reading);
    return this.addressed;
  }

  giveBit() {
    if (this.bits === 0) this.shifted = this.panel.read();
    this.pullsLow = this.bits < 8 && !((this.shifted >> (7 - this.bits)) & 1);
  }
}

// Connect a panel to the chip's I2C unit and to the same two pins. Return the panel.
export function connectPanel(unit, address, sda, scl, ask) {
  const panel = new Panel(address, ask);
  panel.bitBanged = new BitBangedTarget(panel, sda, scl);
  panel.addressed = false; // by the unit
  unit.onStart = () => unit.completeStart();
  unit.onConnect = (target, mode) => {
    panel.addressed = panel.start(target, mode === 1);
    unit.completeConnect(panel.addressed);
  };
  unit.onWriteByte = (byte) => unit.completeWrite(panel.write(byte));
  unit.onReadByte = () => unit.completeRead(panel.read());
  unit.onStop = () => {
    if (panel.addressed) panel.stop();
    panel.addressed = false;
    unit.completeStop();
  };
  return panel;
}
