import { expect, test } from 'vitest'
import { dispositionOf, readingsOf } from '../../lib/checks/disposition.ts'

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
