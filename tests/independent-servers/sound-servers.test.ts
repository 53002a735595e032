import { describe, expect, test } from 'vitest'
import { judgeServer, type ServerOptions } from './judge-server.ts'
import { startServer } from './start-server.ts'

interface Row extends ServerOptions {
  readonly name: string
  /** The least share of the documented requirements that is judged with what such a server shows. */
  readonly judged: number
}

const rows: readonly Row[] = [
  { name: 'pydantic', judged: 0.7 },
  { name: 'pydantic', secondKey: true, targetFile: { aiUsage: true }, judged: 0.8 },
  { name: 'pydantic', mode: 'read-only', judged: 0.35 },
  { name: 'express', judged: 0.7 },
  { name: 'express', secondKey: true, judged: 0.8 },
  { name: 'express', mode: 'read-only', judged: 0.35 },
  // It has no items and no files, but for their empty lists.
  { name: 'go', judged: 0.4 },
  { name: 'go', secondKey: true, judged: 0.45 },
  { name: 'go', mode: 'read-only', judged: 0.15 },
]

const dialects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pydantic: { workspaceParameter: 'workspace_id', itemParameter: 'item_id', formulaField: 'expression' },
  express: { workspaceParameter: 'workspaceId', itemParameter: 'itemId', formulaField: 'formula' },
  go: { workspaceParameter: 'workspace' },
}

describe('a service that others wrote from the contract alone', () => {
  test.concurrent.each(rows)(
    '$name is not accused (second key: $secondKey, $mode)',
    async ({ name, judged, ...options }) => {
      const judgement = await judgeServer(() => startServer(name), options)
      const { findings, harnessProblems, transportProblems } = judgement.record
      expect(
        findings.map(
          ({ requirement, claim, expected, received }) => `${requirement} ${claim}: ${expected}, ${received}`,
        ),
      ).toEqual([])
      expect(harnessProblems).toEqual([])
      expect(transportProblems).toEqual([])
      expect(judgement.judged).toBeGreaterThanOrEqual(judged)
      for (const [point, value] of Object.entries(dialects[name] ?? {}))
        expect(judgement.record.dialect).toHaveProperty([point, 'value'], value)
    },
  )
})
