import { scenario } from '../../lib/run/scenario.ts'

scenario('the list of workspaces answers 200', { verifies: ['WS-01'] }, async ({ api, verify }) => {
  verify('WS-01', await api.send('listWorkspaces')).hasStatus(200)
})
