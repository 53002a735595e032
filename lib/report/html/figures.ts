import { html, type Markup } from './markup.ts'

/** A status code, coloured by its class. */
export function status(code: number): Markup {
  return html`<span class="status status-${Math.floor(code / 100)}">${code === 0 ? 'no answer' : code}</span>`
}

/** A time in milliseconds with its significant digits. */
export function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`
}

/** A longer time, in seconds or in minutes. */
export function duration(time: number): string {
  const seconds = time / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
