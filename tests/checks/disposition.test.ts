import { expect, test } from 'vitest'
import type { Claim } from '../../lib/checks/claims/claim.ts'
import { judge } from '../../lib/checks/claims/judge.ts'
import { dispositionOf, readingsOf } from '../../lib/checks/disposition.ts'
import { exchangeOf } from '../passive/exchange-of.ts'

test.for([
  ['attachment; filename="Größe.pdf"', 'Größe.pdf'],
  ['attachment; filename="Gr%C3%B6%C3%9Fe.pdf"', 'Größe.pdf'],
  [`attachment; filename="${Buffer.from('Größe.pdf', 'utf8').toString('latin1')}"`, 'Größe.pdf'],
  ['attachment; filename="=?UTF-8?B?R3LDtsOfZS5wZGY=?="', 'Größe.pdf'],
  ['attachment; filename="=?UTF-8?Q?Gr=C3=B6=C3=9Fe?= =?utf-8?Q?_2.pdf?="', 'Größe 2.pdf'],
  ["attachment; filename*=ISO-8859-1''Gr%F6%DFe.pdf", 'Größe.pdf'],
])('%s names %s', ([header = '', name = '']) => {
  const disposition = dispositionOf(header)
  expect(disposition && readingsOf(disposition)).toContain(name)
})

test('a name in an unknown charset is read as it is written', () => {
  const disposition = dispositionOf('attachment; filename="=?no-such?Q?a?="')
  expect(disposition && readingsOf(disposition)).toContain('=?no-such?Q?a?=')
})

const id = '6f1c2f1e-3b1f-4a57-9a53-0d8f6b0c7d11'
const named = { kind: 'disposition', names: ['Größe 2.pdf'], id } as const
const snapshot = { ...named, isSnapshot: true } as const

test.for<[claim: Claim, header: string | undefined, holds: boolean]>([
  [{ kind: 'disposition' }, 'attachment', true],
  [{ kind: 'disposition' }, 'Attachment; filename="a.pdf"', true],
  [{ kind: 'disposition' }, 'inline', false],
  [{ kind: 'disposition' }, undefined, false],
  [named, undefined, true],
  [named, 'attachment', true],
  [named, 'attachment; filename="Gr%C3%B6%C3%9Fe 2.pdf"', true],
  [named, 'attachment; filename="Gr_e_2.pdf"', true],
  [named, 'attachment; filename="Groe 2.pdf"', true],
  [named, 'attachment; filename="other.pdf"', false],
  [named, 'attachment; filename="Groe 2.pdf.bin"', false],
  [named, `attachment; filename="${id}"`, true],
  [named, `attachment; filename="${id.toUpperCase()}.bin"`, true],
  [{ ...named, id: 'ABC-1' }, 'attachment; filename="abc-1.pdf"', true],
  [{ kind: 'disposition', names: named.names }, `attachment; filename="${id}"`, false],
  [snapshot, 'attachment; filename="Groe 2 v3.pdf"', true],
  [named, 'attachment; filename="Groe 2 v3.pdf"', false],
  [snapshot, 'attachment; filename="v3.pdf"', false],
])('%j of the header %s: %s', ([claim, header, holds]) => {
  const answer = exchangeOf({ headers: { 'content-disposition': header } })
  expect(judge(claim, answer) === undefined).toBe(holds)
})
