/**
 * Loaded into the product before anything else (`node --import`): its clock is off by CLOCK_SHIFT_MS, and by
 * CLOCK_JUMP_MS from SIGUSR2 on. The database uses the machine's clock, so the two disagree as well.
 */
const RealDate = Date
let shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)

class ShiftedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + shift)
    // The real Date parses all explicit arguments.
    else super(...(given as [number]))
  }

  static override now(): number {
    return RealDate.now() + shift
  }
}

globalThis.Date = ShiftedDate as DateConstructor
process.on('SIGUSR2', () => {
  shift = Number(process.env['CLOCK_JUMP_MS'] ?? 0)
})
