import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { isRecord } from '../../lib/contract/is-record.ts'

const folder = fileURLToPath(new URL('../../lib/service/given/', import.meta.url))

type Node = Readonly<Record<string, unknown>>

interface Method {
  readonly signature: string
  readonly says: string
}

/** The methods of the interfaces of a source file, by interface. */
function interfacesIn(source: string): ReadonlyMap<string, readonly Method[]> {
  const statements = nodes(parseAst(source, { lang: 'ts' }).body).map((node) => node['declaration'] ?? node)
  return new Map(
    statements
      .filter(isRecord)
      .filter(({ type }) => type === 'TSInterfaceDeclaration')
      .map(({ id, body }) => [nameOf(id), nodes(isRecord(body) ? body['body'] : []).flatMap(methodIn(source))]),
  )
}

function methodIn(source: string): (member: Node) => readonly Method[] {
  return ({ type, start, end }) => {
    if (type !== 'TSMethodSignature') return []
    const says = /\/\*\*(?<text>(?:(?!\*\/).)*)\*\/\s*$/su.exec(source.slice(0, Number(start)))?.groups?.['text'] ?? ''
    return [
      {
        signature: inOneLine(source.slice(Number(start), Number(end))),
        says: inOneLine(says.replaceAll('\n   *', ' ')),
      },
    ]
  }
}

function nodes(list: unknown): readonly Node[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function nameOf(id: unknown): string {
  return isRecord(id) ? String(id['name']) : ''
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

/** `GivenKeys` as a heading: given keys. */
function inWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  return name === 'Given' ? 'In general' : words
}

const given = readFileSync(`${folder}given.ts`, 'utf8')

/** Those of the file itself, and of the files that it imports. */
const interfaces = new Map(
  ['./given.ts', ...[...given.matchAll(/from '(?<path>[^']*)'/gu)].map(({ groups }) => groups?.['path'] ?? '')].flatMap(
    (path) => [...interfacesIn(readFileSync(`${folder}${path}`, 'utf8'))],
  ),
)

/** `Given` itself, and what it is put together from. */
const parts = /interface Given\s+extends(?<names>[^{]*)\{/su.exec(given)?.groups?.['names']?.match(/\w+/gu)

const sections = [...(parts ?? []), 'Given'].map((name) => ({ name, methods: interfaces.get(name) ?? [] }))

test('docs/given.md names each method of `given`', async () => {
  const lists = sections.map(({ name, methods }) => {
    const lines = methods.map(({ signature, says }) => `- \`${signature}\`<br>\n  ${says}\n`)
    return [`## ${inWords(name)}\n`, ...lines].join('\n')
  })
  const page = [
    '# The set-up of checks: `given`\n',
    'Checks create and find the records that they need with these methods. If the target rejects a request of a method, the method blocks the check and names the requirement. This page is generated from the docstrings in `lib/service/given/`: `npx vitest run --project tests tests/docs/given-page.test.ts -u` writes it.\n',
    ...lists,
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../docs/given.md')
})

test.each(sections)('the page says what each method of $name gives', ({ methods }) => {
  expect(methods).not.toEqual([])
  expect(methods.filter(({ says }) => says === '').map(({ signature }) => signature)).toEqual([])
})
