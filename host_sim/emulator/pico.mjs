// A Raspberry Pi Pico from power-on to power-off: rp2040js, and what CircuitPython needs beyond it.

import { randomBytes } from 'node:crypto';

import { connectPanel } from './i2c_bus.mjs';
import { UsbHost } from './usb_host.mjs';

export const FLASH_SIZE = 0x200000;

const CYCLE_NS = 8; // 125 MHz
// At its start CircuitPython waits 0.2 s for a second reset and up to 1 s for the BOOTSEL button, and
// does nothing but read the timer. Nobody presses them here, so each cycle counts for many.
const BOOT_MS = 1300;
const BOOT_WAIT_CYCLE_NS = 200;
const PUMP_EVERY = 4096; // instructions
const BATCH = 16; // instructions between updates of the clock
const FLASH_START = 0x10000000;
const RESETS = 0x4000c;
const I2C0_RESET = 3; // bit
const TIMER = 0x40054;
const WATCHDOG = 0x40058;
const WATCHDOG_LOAD = 4;
// A watchdog scratch register that tells the boot ROM where to start. Of CircuitPython's restarts
// only the one into the boot loader sets it.
const BOOT_SCRATCH = 4;
const BOOT_MAGIC = 0xb007c0d3;
const ROSC = 0x40060;
const ROSC_RANDOMBIT = 0x1c;
const AIRCR = 0xd0c;
const SYSRESETREQ = 1 << 2;

// A write of this value stops the crystal oscillator, and all clocks with it, until a pin whose
// interrupt is enabled for that has the level: four bits a pin, eight pins a register.
const XOSC = 0x40024;
const XOSC_DORMANT = 0x08;
const COMA = 0x636f6d61;
const IO_BANK0 = 0x40014;
const DORMANT_WAKE_INTE = 0x160;
const LEVEL_LOW = 1;
const LEVEL_HIGH = 2;

// The boot ROM's flash functions by their two-letter codes, and the breakpoints that replace them.
const FLASH_FUNCTIONS = { RE: 0xe1, RP: 0xe2, EX: 0xe3, FC: 0xe4, IF: 0xe5 };
const BX_LR = 0x4770;
const BREAKPOINT = 0xbe00;
const CALLED = 0xe0; // the breakpoint at the function whose calls are counted

const HARD_FAULT = 3; // exception number

// The processor cannot continue.
class Fault extends Error {}

// rp2040js reports what it does not support. From a peripheral it is ignored. From the bus (an
// unmapped or unaligned address) and the processor (an unknown instruction) it is a fault.
function hear(component, message) {
  if (component === 'RP2040' || component === 'CortexM0Core') throw new Fault(message);
}

const LOGGER = { debug() {}, info() {}, warn: hear, error: hear };

const USB_POWER = 24; // the Pico's VBUS_SENSE
const SUPPLY = 3; // ADC channel of GPIO 29, which measures a third of VSYS

export class Pico {
  // `wiring`: {sda, scl, panel (address), buttons, pulled (pins)}; `told`: callbacks {serial(channel, bytes),
  // erased(offset, length), programmed(offset, bytes), panel (see i2c_bus.mjs)}; `before`: the Pico
  // before its reset.
  constructor(library, { bootrom, flash, wiring, told, before = null }) {
    const simulator = new library.Simulator();
    const chip = (this.chip = simulator.rp2040);
    this.clock = simulator.clock;
    this.told = told;
    this.instructions = 0;
    this.awakeMs = 0; // while the processor did not wait
    this.busyMs = this.longestMs = 0; // see `measureSteps`
    this.ended = ''; // why it has stopped
    this.readAt = null;
    this.calls = 0; // see `failCall`
    this.counted = null;
    chip.logger = LOGGER;
    chip.loadBootrom(new Uint32Array(Uint8Array.from(bootrom).buffer));
    chip.flash.set(flash);
    if (before) this.keepWhatAResetKeeps(before.chip);
    this.takeOverFlash();
    this.noticeTimer();
    this.noticeResets();
    this.resetI2c();
    this.wakeOnPending();
    this.measureSteps();
    this.stopWhileDormant();
    this.makeNoise();
    // BOOTSEL is not pressed: the flash's chip select is pulled up.
    Object.defineProperty(chip.qspi[1], 'inputValue', { get: () => true });
    this.usb = new UsbHost(chip.usbCtrl, library, told.serial);
    this.panel = connectPanel(
      chip.i2c[(wiring.sda >> 1) & 1],
      wiring.panel,
      chip.gpio[wiring.sda],
      chip.gpio[wiring.scl],
      told.panel,
    );
    this.buttonPins = wiring.buttons.map((pin) => chip.gpio[pin]);
    this.setButtons(0);
    this.pulledPins = wiring.pulled;
    chip.core.PC = FLASH_START;
  }

  get ms() {
    return this.clock.nanos / 1e6;
  }

  // `mask` (1 << index) of the pressed buttons, which pull their pins to ground.
  setButtons(mask) {
    this.buttonPins.forEach((pin, index) => pin.setInputValue(!((mask >> index) & 1)));
  }

  // `usb`: the cable carries power; `adc`: what the ADC reads of the supply voltage; `low`: which of
  // the pulled pins the board ties to ground; `host`: a computer answers.
  setPower({ usb, adc, low, host }) {
    this.usb.plugged = host;
    this.chip.gpio[USB_POWER].setInputValue(usb);
    this.chip.adc.channelValues[SUPPLY] = adc;
    for (const pin of this.pulledPins) this.chip.gpio[pin].setInputValue(!low.includes(pin));
  }

  flash() {
    this.failCall(0);
    return this.chip.flash.slice(0, FLASH_SIZE);
  }

  // Run for `ms` of simulated time.
  run(ms) {
    const { chip, clock, usb } = this;
    const { core } = chip;
    const end = clock.nanos + ms * 1e6;
    const bootEnd = BOOT_MS * 1e6;
    this.longestMs = 0;
    let countdown = 0;
    while (clock.nanos < end && !this.ended) {
      if (countdown-- === 0) {
        countdown = PUMP_EVERY / BATCH;
        usb.pump();
      }
      if (this.dormant) {
        this.dormant = !this.pinWakes();
        if (this.dormant) {
          clock.tick(end - clock.nanos + 1);
          break;
        }
      }
      let cycles = 0;
      try {
        for (let i = 0; i < BATCH && !core.waiting && !this.dormant; i++) {
          cycles += core.executeInstruction();
          this.instructions++;
        }
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
        this.fault(fault);
      }
      const nanos = cycles * (this.timerRead && clock.nanos < bootEnd ? BOOT_WAIT_CYCLE_NS : CYCLE_NS);
      this.timerRead = false;
      clock.tick(nanos);
      this.awakeMs += nanos / 1e6;
      this.busyMs += nanos / 1e6;
      this.longestMs = Math.max(this.longestMs, this.busyMs);
      if (core.waiting) {
        this.busyMs = 0;
        const wait = clock.nanosToNextAlarm;
        clock.tick(wait > 0 ? Math.min(wait, end - clock.nanos + 1) : 1e6);
      }
    }
  }

  // CircuitPython's fault handler restarts into safe mode. A fault in the handler locks up the chip.
  fault({ message }) {
    const { core } = this.chip;
    try {
      if (core.IPSR === HARD_FAULT) throw new Fault(message);
      core.exceptionEntry(HARD_FAULT);
    } catch (second) {
      if (!(second instanceof Fault)) throw second;
      this.ended = `the processor is locked up: ${second.message}`;
    }
  }

  // Record in `readAt` when (ms) the processor first reads these bytes of the flash.
  watch(offset, length) {
    const { core } = this.chip;
    for (const name of ['readUint8', 'readUint16', 'readUint32']) {
      const read = core[name].bind(core);
      core[name] = (address) => {
        const at = address >>> 24 >= 0x10 && address >>> 24 < 0x14 ? address & 0xffffff : -1;
        if (at >= offset && at < offset + length) this.readAt ??= this.ms;
        return read(address);
      };
    }
  }

  // rp2040js does not emulate the flash chip's commands: carry out the boot ROM's functions here.
  takeOverFlash() {
    const { chip, told } = this;
    const rom = new DataView(chip.bootrom.buffer);
    for (let at = rom.getUint16(0x14, true); rom.getUint16(at, true); at += 4) {
      const code = String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1));
      const breakpoint = FLASH_FUNCTIONS[code];
      if (!breakpoint) continue;
      const address = rom.getUint16(at + 2, true) & ~1;
      rom.setUint16(address, BREAKPOINT | breakpoint, true);
      rom.setUint16(address + 2, BX_LR, true);
    }
    chip.onBreak = (code) => {
      const [first, second, third] = chip.core.registers;
      if (code === CALLED) {
        this.called();
      } else if (code === FLASH_FUNCTIONS.RE) {
        chip.flash.fill(0xff, first, first + second);
        told.erased(first, second);
      } else if (code === FLASH_FUNCTIONS.RP) {
        const bytes = new Uint8Array(third);
        // Programming only clears bits.
        for (let i = 0; i < third; i++) {
          bytes[i] = chip.flash[first + i] &= chip.readUint8(second + i);
        }
        told.programmed(first, bytes);
      } else if (!Object.values(FLASH_FUNCTIONS).includes(code)) {
        throw new Fault(`breakpoint ${code} without a debugger`);
      }
    };
  }

  // Let the `number`-th call from now on (0: none) of the function at `address` in the flash, and each
  // with a first argument above `most`, return 0 at once; count its calls in `calls`. `address` 0: no
  // more.
  failCall(address, number, most) {
    const flash = new DataView(this.chip.flash.buffer, this.chip.flash.byteOffset);
    if (this.counted) flash.setUint16(this.counted.at, this.counted.instruction, true);
    this.counted = null;
    if (!address) return;
    const at = (address & ~1) - FLASH_START;
    this.calls = 0;
    this.counted = { at, number, most, instruction: flash.getUint16(at, true) };
    flash.setUint16(at, BREAKPOINT | CALLED, true);
  }

  // The processor is just behind the breakpoint: return, or carry out the instruction in its place.
  called() {
    const { at, number, most } = this.counted;
    const { core } = this.chip;
    this.calls++;
    if (this.calls === number || core.registers[0] > most) {
      core.registers[0] = 0;
      core.PC = core.LR & ~1;
      return;
    }
    this.failCall(0);
    const { calls } = this;
    const { interruptsUpdated } = core;
    core.interruptsUpdated = false; // it would go elsewhere, and come here again
    core.PC -= 2;
    core.executeInstruction();
    core.interruptsUpdated ||= interruptsUpdated;
    this.failCall(FLASH_START + at, number, most);
    this.calls = calls;
  }

  // Notice that the program reads the timer.
  noticeTimer() {
    this.timerRead = false;
    const timer = this.chip.peripherals[TIMER];
    const read = timer.readUint32.bind(timer);
    timer.readUint32 = (offset) => {
      this.timerRead = true;
      return read(offset);
    };
  }

  // Notice a reset by the watchdog (as in microcontroller.reset()) or by the core itself.
  noticeResets() {
    const watchdog = this.chip.peripherals[WATCHDOG];
    const reset = () => {
      const elsewhere = watchdog.scratchData[BOOT_SCRATCH] === BOOT_MAGIC;
      this.ended = elsewhere ? 'the chip has restarted into its boot loader' : 'reset';
    };
    watchdog.onWatchdogTrigger = () => {
      watchdog.timer.enable = false; // rp2040js would let it expire again at once
      reset();
    };
    const { ppb } = this.chip;
    const write = ppb.writeUint32.bind(ppb);
    ppb.writeUint32 = (offset, value) => {
      if (offset === AIRCR && value & SYSRESETREQ) reset();
      else write(offset, value);
    };
  }

  // rp2040js does not reset a unit that is held in reset; CircuitPython would take it for busy.
  resetI2c() {
    const { chip } = this;
    const resets = chip.peripherals[RESETS];
    const write = resets.writeUint32.bind(resets);
    resets.writeUint32 = (offset, value) => {
      write(offset, value);
      chip.i2c.forEach((unit, index) => {
        if (offset === 0 && (value >> (I2C0_RESET + index)) & 1) unit.enable = 0;
      });
    };
  }

  // Memory and the watchdog's scratch registers and reason survive a reset, but not a power cut.
  keepWhatAResetKeeps(before) {
    this.chip.sram.set(before.sram);
    const [old, watchdog] = [before, this.chip].map((chip) => chip.peripherals[WATCHDOG]);
    watchdog.scratchData.set(old.scratchData);
    watchdog.reason = old.reason;
  }

  // SEVONPEND: CircuitPython waits for events with interrupts masked. An interrupt that becomes
  // pending after the masking must end the wait.
  wakeOnPending() {
    const { core } = this.chip;
    const set = core.setInterrupt.bind(core);
    core.setInterrupt = (irq, on) => {
      const was = core.pendingInterrupts & (1 << irq);
      set(irq, on);
      if (on && !was) {
        core.eventRegistered = true;
        core.waiting = false;
      }
    };
  }

  // The program feeds the watchdog once a step. Measure the time from one feed, or from a wait, to
  // the next of either.
  measureSteps() {
    const watchdog = this.chip.peripherals[WATCHDOG];
    const write = watchdog.writeUint32.bind(watchdog);
    watchdog.writeUint32 = (offset, value) => {
      if (offset === WATCHDOG_LOAD) this.busyMs = 0;
      write(offset, value);
    };
  }

  // rp2040js goes on when the oscillator stops. Only buttons end the rest; no time does.
  stopWhileDormant() {
    const { chip } = this;
    this.dormant = false;
    const oscillator = chip.peripherals[XOSC];
    const write = oscillator.writeUint32.bind(oscillator);
    oscillator.writeUint32 = (offset, value) => {
      if (offset === XOSC_DORMANT && value === COMA) this.dormant = true;
      else write(offset, value);
    };
    const enabled = (this.wakers = new Uint32Array(4));
    const pins = chip.peripherals[IO_BANK0];
    const index = (offset) => (offset - DORMANT_WAKE_INTE) >> 2;
    const ours = (offset) => offset >= DORMANT_WAKE_INTE && index(offset) < enabled.length;
    const [readPins, writePins] = [pins.readUint32.bind(pins), pins.writeUint32.bind(pins)];
    pins.readUint32 = (offset) => (ours(offset) ? enabled[index(offset)] : readPins(offset));
    pins.writeUint32 = (offset, value) => {
      if (ours(offset)) enabled[index(offset)] = value;
      else writePins(offset, value);
    };
  }

  pinWakes() {
    return this.chip.gpio.some((pin, number) => {
      const levels = this.wakers[number >> 3] >> (4 * (number & 7));
      return levels & (pin.rawInputValue ? LEVEL_HIGH : LEVEL_LOW);
    });
  }

  // The ring oscillator's random bit, the source of os.urandom().
  makeNoise() {
    let bytes = Buffer.alloc(0);
    const rosc = this.chip.peripherals[ROSC];
    const read = rosc.readUint32.bind(rosc);
    rosc.readUint32 = (offset) => {
      if (offset !== ROSC_RANDOMBIT) return read(offset);
      if (!bytes.length) bytes = randomBytes(4096);
      const bit = bytes[0] & 1;
      bytes = bytes.subarray(1);
      return bit;
    };
  }
}
