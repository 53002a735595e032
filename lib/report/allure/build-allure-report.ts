import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ChartType, defaultChartsConfig } from '@allurereport/charts-api'
import { AllureReport, FileSystemReportFiles } from '@allurereport/core'
import AwesomePlugin from '@allurereport/plugin-awesome'
import type { ConformanceReport } from '../conformance-report.ts'
import { allureCategories, reportName } from './allure-surroundings.ts'

/** The number of runs in the history: one takes nearly a megabyte, and the page shows them all. */
const runsRemembered = 10

/** Maps of all tests that repeat the tree, and a chart of the only environment: a tenth of the page. */
const chartsLeftOut = new Set([
  ChartType.CoverageDiff,
  ChartType.SuccessRateDistribution,
  ChartType.ProblemsDistribution,
])

/** Generates the page `allure-report/index.html` from the results, and adds the run to `allure-history.jsonl`. */
export async function buildAllureReport(reportsDirectory: string, report: ConformanceReport): Promise<string> {
  const output = join(reportsDirectory, 'allure-report')
  await rm(output, { recursive: true, force: true })
  const files = new FileSystemReportFiles(output)
  const options = {
    reportName: reportName(report),
    singleFile: true,
    reportLanguage: 'en',
    groupBy: ['epic', 'feature'],
    publish: false,
    charts: defaultChartsConfig.filter(({ type }) => !chartsLeftOut.has(type)),
  }
  const allure = new AllureReport({
    name: options.reportName,
    output,
    open: false,
    port: undefined,
    reportFiles: { addFile: (path, data) => files.addFile(path, withoutNetwork(path, data)) },
    plugins: [{ id: 'awesome', enabled: true, options, plugin: new AwesomePlugin(options) }],
    historyPath: join(reportsDirectory, 'allure-history.jsonl'),
    historyLimit: runsRemembered,
    categories: allureCategories.map((category) => ({ ...category })),
  })
  await allure.start()
  await allure.readDirectory(join(reportsDirectory, 'allure-results'))
  await allure.done()
  return join(output, 'index.html')
}

/** Where the page may load from: itself. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' data: blob:",
  "style-src 'unsafe-inline' data:",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  'connect-src data: blob:',
  'frame-src data: blob:',
  'worker-src data: blob:',
].join('; ')

/** Removes the counter of readers from a page of Allure, and forbids it to load anything. */
function withoutNetwork(path: string, data: Buffer): Buffer {
  if (!path.endsWith('.html')) return data
  const html = data
    .toString('utf8')
    .replaceAll(/<script async src="https:[^"]*"><\/script>\s*<script>[^<]*\bgtag\([^<]*<\/script>/g, '')
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`)
  return Buffer.from(html, 'utf8')
}
