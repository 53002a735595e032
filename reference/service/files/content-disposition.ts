import { create } from 'content-disposition'
import type { Deployment } from '../deployment.ts'
import { rule } from '../rule.ts'
import type { Download } from './download-file.ts'

/** The header of an attachment: plain ASCII for old clients, and `filename*` if the name is more than that. */
export const dispositionOf = rule((_: Deployment, { name }: Download): string => create(name))
