import { expect } from 'vitest'
import { judgeServer, type ServerOptions } from '../../proof/judge/judge-server.ts'
import { startServer } from '../../proof/servers/start-server.ts'

/** A server that keeps the contract, and how a run looks at it. */
export interface SoundServer extends ServerOptions {
  readonly name: string
  /** The least share of the documented requirements that is judged with what such a server shows. */
  readonly judged: number
}

const dialects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pydantic: { workspaceParameter: 'workspace_id', itemParameter: 'item_id', formulaField: 'expression' },
  express: { workspaceParameter: 'workspaceId', itemParameter: 'itemId', formulaField: 'formula' },
  go: { workspaceParameter: 'workspace' },
}

/** Expects that nothing is found, that enough was looked at, and that the names which the server chose were learned. */
export async function expectNotAccused({ name, judged, ...options }: SoundServer): Promise<void> {
  const judgement = await judgeServer(() => startServer(name), options)
  const { findings, harnessProblems, transportProblems } = judgement.record
  expect(
    findings.map(({ requirement, claim, expected, received }) => `${requirement} ${claim}: ${expected}, ${received}`),
  ).toEqual([])
  expect(harnessProblems).toEqual([])
  expect(transportProblems).toEqual([])
  expect(judgement.judged).toBeGreaterThanOrEqual(judged)
  for (const [point, value] of Object.entries(dialects[name] ?? {}))
    expect(judgement.record.dialect).toHaveProperty([point, 'value'], value)
}
