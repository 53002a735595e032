import { randomInt } from 'node:crypto'

/** A character that hardly any name has, so that what is found fits on a page. */
export const rareCharacter = (): string => String.fromCodePoint(0x4e00 + randomInt(0x5000))
