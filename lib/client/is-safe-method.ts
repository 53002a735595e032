const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request with this method asks for something and changes nothing. */
export function isSafeMethod(method: string): boolean {
  return safeMethods.has(method)
}
