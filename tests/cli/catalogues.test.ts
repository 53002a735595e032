import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { faults } from '../../proof/faults/catalogue.ts'
import { variants } from '../../proof/variants/catalogue.ts'
import { runCli } from './run-cli.ts'

describe('what there is to know without a run', { concurrent: true }, () => {
  test('a requirement is explained: its clause, its needs, its checks and its faults', async () => {
    const { code, stdout } = await runCli(['explain', 'pn-06'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^PN-06 \(documented\): A product must not /)
    expect(stdout).toContain('contract: States (how products, part numbers and files may change')
    expect(stdout).toContain('--allow-traces')
    expect(stdout).toMatch(/checks: [1-9]/)
    expect(stdout).toContain('retired-number-back-to-its-product')
  })

  test('lawful variants of a requirement are listed beside its faults, with the reason why they are lawful', async () => {
    const { stdout } = await runCli(['explain', 'PN-06'])
    const [, lawful = ''] = stdout.split('  lawful variants that touch it (serve --variant ID): ')
    const { title, latitude } = variants['part-number-conflict-has-another-code']
    expect(lawful).toMatch(/^[1-9]/)
    expect(lawful).toContain(`    part-number-conflict-has-another-code: ${title} (lawful: ${latitude})\n`)
    expect(lawful).not.toContain('retired-number-back-to-its-product')
  })

  test('what a passive check judges is explained too', async () => {
    const { stdout } = await runCli(['explain', 'HDR-01'])
    expect(stdout).toContain('on every exchange')
    expect(stdout).toMatch(/cases: [1-9]\d*\n[^]*every response of POST \/files\/\{target_id\}/)
  })

  test('an id that there is not is answered with the nearest one, and exit code 2', async () => {
    const { code, stderr } = await runCli(['explain', 'PN-6'])
    expect(stderr).toMatch(/^error: unknown requirement or area "PN-6"; did you mean PN-0?6\?\n$/)
    expect(code).toBe(2)
  })

  test('areas and ids select of the list of requirements', async () => {
    const { stdout } = await runCli(['list', 'requirements', 'PN', 'AUTH-03', '--json'])
    const ids: readonly string[] = JSON.parse(stdout).map(({ id }: { id: string }) => id)
    expect(ids).toContain('AUTH-03')
    expect(ids).not.toContain('AUTH-04')
    expect(ids.filter((id) => id.startsWith('PN-')).length).toBeGreaterThan(10)
  })

  test.each([
    { name: 'faults', catalogue: faults },
    { name: 'variants', catalogue: variants },
  ])('every one of the $name is listed', async ({ name, catalogue }) => {
    const { stdout } = await runCli(['list', name, '--json'])
    expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual(Object.keys(catalogue))
  })

  test('a variant is listed with the requirements that it touches, and why it is lawful', async () => {
    const { title, latitude, touches } = variants['part-number-conflict-has-another-code']
    const id = 'part-number-conflict-has-another-code'
    const { stdout: text } = await runCli(['list', 'variants'])
    expect(text).toContain(`${id}\n    ${title}\n    lawful: ${latitude}\n    touches ${touches.join(', ')}\n`)
    const { stdout: json } = await runCli(['list', 'variants', '--json'])
    expect(JSON.parse(json)).toContainEqual({ id, title, latitude, touches })
  })

  test('the version is that of the package', async () => {
    expect((await runCli(['--version'])).stdout).toBe(`${manifest.version}\n`)
  })

  test('a bare call shows the commands, an unknown one the nearest', async () => {
    expect((await runCli([])).stderr).toContain('Commands:')
    expect((await runCli(['lst'])).stderr).toContain('Did you mean list?')
  })

  test('a reader that stops reading is no fault', async () => {
    const main = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))
    const child = spawn(process.execPath, [main, 'list', 'faults'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    const [code] = await once(child, 'close')
    expect(complaint).toBe('')
    expect(code).toBe(0)
  })
})
