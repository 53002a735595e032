import type { CheckContext } from '#suite'

type Sources = Pick<CheckContext, 'given' | 'session'>

/** A workspace in which no rule for the format holds, as far as anybody can tell. */
export function workspaceWithoutRule({ given, session }: Sources): Promise<string> {
  return session.shared('workspace without a rule for part numbers', async () => {
    const workspace_id = await undeclaredWorkspace({ given, session })
    const { id } = await given.productWithoutPartNumber({ workspace_id })
    if (session.controls.has('setPartNumberRule')) await session.controls.setPartNumberRule(id, null)
    return workspace_id
  })
}

/** A workspace for which no rule is declared. */
async function undeclaredWorkspace({ given, session }: Sources): Promise<string> {
  const declaredRule = session.configuration.targetFile.fixtures?.partNumberRule
  if (declaredRule === undefined) return given.workspace()
  const free = (await given.writableWorkspaces()).find(
    (id) => id.toLowerCase() !== declaredRule.workspaceId?.toLowerCase(),
  )
  if (declaredRule.workspaceId !== undefined && free !== undefined) return free
  return given.untestable({
    reason: 'missing-fixture',
    needs: 'fixture:part-number-rule',
    cause: 'the declared rule for part numbers held in every workspace; one without a rule is needed',
  })
}
