import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import { type PublicFile, showFile } from './file.ts'
import { type FileQuestion, findFile } from './find-file.ts'

/** The record of a file by its id. */
export const readRecord = rule((deployment: Deployment, question: FileQuestion): PublicFile =>
  showFile(deployment, findFile(deployment, question)),
)
