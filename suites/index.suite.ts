// The whole suite, in the order of the catalogue. What must be alone stands last.
import './auth/keys.suite.ts'
import './auth/every-endpoint.suite.ts'
import './ws/workspaces.suite.ts'
import './pn/assignment.suite.ts'
import './pn/uniqueness.suite.ts'
import './pn/races.suite.ts'
