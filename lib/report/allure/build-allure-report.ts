import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ChartType, defaultChartsConfig } from '@allurereport/charts-api'
import { AllureReport, FileSystemReportFiles } from '@allurereport/core'
import AwesomePlugin from '@allurereport/plugin-awesome'
import type { ConformanceReport } from '../conformance-report.ts'
import { allureCategories, reportName } from './allure-surroundings.ts'

/** Runs that the history remembers: one takes nearly a megabyte, and the page shows them all. */
const runsRemembered = 10

/** Maps of all tests that say what the tree says, and a chart of environments, of which there is one: a tenth of the page. */
const chartsLeftOut = new Set([
  ChartType.CoverageDiff,
  ChartType.SuccessRateDistribution,
  ChartType.ProblemsDistribution,
])

/** Makes the page `allure-report/index.html` of the results beside it, and adds the run to `allure-history.jsonl`. */
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

/** Takes out of a page of Allure what counts its readers somewhere else, and forbids it to load anything. */
function withoutNetwork(path: string, data: Buffer): Buffer {
  if (!path.endsWith('.html')) return data
  const html = data
    .toString('utf8')
    .replaceAll(/<script async src="https:[^"]*"><\/script>\s*<script>[^<]*\bgtag\([^<]*<\/script>/g, '')
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`)
  return Buffer.from(html, 'utf8')
}
