// The whole suite, in the order of the catalogue. What must be alone stands last.
import './ws/workspaces.suite.ts'
import './pn/assignment.suite.ts'
