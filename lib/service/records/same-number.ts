const relative = 1e-9

/** Whether two numbers are the same within what a conversion of units there and back, or a store of ten decimal places, takes away. */
export function sameNumber(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(relative, relative * Math.max(Math.abs(one), Math.abs(other)))
}
