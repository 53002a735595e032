import { expect, test } from 'vitest'
import { keyedText } from '../../lib/client/keyed-text.ts'

const own = 'svc_api_abcdefghijklmnopqrstuvwxyz0123456789ABCD'
const revoked = 'svc_api_zyxwvutsrqponmlkjihgfedcba9876543210DCBA'

test('a key in a text is told by the places of its characters', () => {
  expect(keyedText(`Bearer ${own}`, { own })).toEqual(['Bearer ', { of: 'own', from: 0, to: own.length }])
  expect(keyedText(`Bearer ${revoked}`, { own, revoked })).toEqual([
    'Bearer ',
    { of: 'revoked', from: 0, to: revoked.length },
  ])
})

test('so are a key with a character changed, one in the other letter case, and one in Base64', () => {
  expect(keyedText(`${own.slice(0, 20)}-${own.slice(21)}`, { own })).toEqual([
    { of: 'own', from: 0, to: 20 },
    '-',
    { of: 'own', from: 21, to: own.length },
  ])
  expect(keyedText(own.toUpperCase().slice(10, 30), { own })).toEqual([{ of: 'own', from: 10, to: 30, swapped: true }])
  expect(keyedText(`Basic ${btoa(`${own}:`)}`, { own })).toEqual([
    'Basic ',
    { base64: [{ of: 'own', from: 0, to: own.length }, ':'] },
  ])
})

test('a text without a key is none', () => {
  expect(keyedText('Bearer nothing-of-a-key', { own })).toBeUndefined()
})
