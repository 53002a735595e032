import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { htmlPage } from '../../../lib/report/html/html-page.ts'
import { exchange, finding } from '../prepared.ts'
import { evaluationsBut, reportOf } from './kinds-of-run.ts'
import { runDocument } from '../../../lib/report/document/run-document.ts'

/** The address of a page with something of each verdict in it. */
export function preparedPage(): string {
  const findings = [
    finding({
      requirement: 'PN-06',
      hint: 'lookup too narrow: it seems to leave out the product itself (WHERE id <> ?)',
    }),
    finding({ requirement: 'PAGE-02', check: 'another check', exchanges: [exchange({ responseBody: '{"count":1}' })] }),
  ]
  const untested = {
    requirement: 'DL-10',
    check: 'a check of DL-10',
    reason: 'missing-control',
    needs: 'control:create-generated-document',
    remedy: 'supply the control createGeneratedDocument',
  } as const
  const page = join(mkdtempSync(join(tmpdir(), 'page-')), 'index.html')
  writeFileSync(
    page,
    htmlPage(
      runDocument(reportOf({ findings, untested: [untested], evaluations: evaluationsBut(new Set(['DL-10'])) })),
    ),
  )
  return pathToFileURL(page).href
}
