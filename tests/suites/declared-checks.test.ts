import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { declaredChecks } from './declared-checks.ts'

const suites = fileURLToPath(new URL('../../suites/', import.meta.url))
const inFile = (file: string) => declaredChecks(readFileSync(`${suites}${file}`, 'utf8'))
// Some are declared by a function that several suite files call.
const files = globSync('**/*.ts', { cwd: suites }).filter(
  (file) => file.endsWith('.suite.ts') || inFile(file).length > 0,
)

describe('a check reads from its first line to its last', () => {
  test.each(files)('%s holds no branch and no loop in a check', (file) => {
    const branched = inFile(file).filter(({ branches }) => branches.length > 0)
    // assume(), each(), inTurn(), a row of a table or a function with a name takes the place of each.
    expect(branched).toEqual([])
  })

  test.each(files)('%s shows the claim of each check', (file) => {
    expect(inFile(file).filter(({ isClaimShown }) => !isClaimShown)).toEqual([])
  })

  test.each(files.filter((file) => file !== 'index.suite.ts'))('%s declares checks', (file) => {
    expect(inFile(file)).not.toEqual([])
  })
})

const head = `scenario('a title', { verifies: ['PN-01'] }, async ({ api, verify }: Context) => {`

const branched = {
  'an if': 'if (answer.status === 200) return',
  'a conditional expression': 'const due: number = answer.ok ? 1 : 2',
  'a loop': 'for (const one of answers) verify(one)',
  'a loop that waits': 'while (answer.status === 429) answer = await again()',
  'a switch': 'switch (answer.status) { case 200: return }',
  'what goes on after a failure': 'try { await api.send() } catch { return }',
  'a branch in a function of its own': 'const due = () => { if (answer.ok) return 1; return 2 }',
} as const

test.each(Object.entries(branched))('%s in a check is found', (_, line) => {
  expect(declaredChecks(`${head}\n  ${line}\n})`)).toMatchObject([
    { line: 1, branches: [expect.stringMatching(/^(?:If|Conditional|For|While|Switch|Try)\w+ in line 2$/)] },
  ])
})

test('branches around a check and in the functions that it calls are none of its own', () => {
  const source = [
    'for (const row of rows)',
    `  ${head}`,
    '    await each(row, async (one) => judge(one))',
    '  })',
    'function judge(one: Row) { return one.ok ? 1 : 2 }',
  ].join('\n')
  expect(declaredChecks(source)).toMatchObject([{ line: 2, branches: [] }])
})

test.each([
  ["verify('PN-01', answer).isAccepted()", true],
  ["context.observe('PN-23', 'a name', answer.status)", true],
  ['await holdNumber(context, row)', false],
])('a claim in sight is told from one elsewhere: %s', (line, isClaimShown) => {
  expect(declaredChecks(`${head}\n  ${line}\n})`)).toMatchObject([{ isClaimShown }])
})
