import { describe, expect, test } from 'vitest'
import { SecretGrams } from '../../lib/client/secret-grams.ts'

const secret = 'Kq7mZ2xW9vB4nT6c'

function gramsOf(form: string): SecretGrams {
  const grams = new SecretGrams()
  grams.add('another form before it')
  grams.add(form)
  return grams
}

describe('SecretGrams', () => {
  test.for([0, 1, 2, 3, 4, 5, 6, 7])(
    'knows nine letters and digits of a secret from the %ith on, wherever they stand',
    (from) => {
      const part = secret.slice(from, from + 9)
      for (let before = 0; before < 10; before += 1)
        expect(gramsOf(secret).mayBeIn(`${'-x'.repeat(before)}${part}`)).toBe(true)
    },
  )

  test('knows them in another letter case, with other characters between them, and escaped', () => {
    const texts = [secret.toLowerCase(), secret.split('').join(' '), secret.replace('q', '%71').replace('Z', '&#90;')]
    expect(texts.map((text) => gramsOf(secret).mayBeIn(text))).toEqual([true, true, true])
  })

  test('lets pass what has eight of them in a row by chance', () => {
    for (let before = 0; before < 10; before += 1) {
      const text = `${'-x'.repeat(before)}${secret.slice(2, 10)}----${secret.slice(3, 11)}`
      expect(gramsOf(secret).mayBeIn(text)).toBe(false)
    }
  })

  test('looks at every text where a secret is too short to be told by its letters and digits', () => {
    expect(gramsOf('a-b-c-d-e').mayBeIn('nothing of it')).toBe(true)
  })
})
