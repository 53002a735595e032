import { expect, test } from 'vitest'
import { blameFor } from './blame.ts'
import { uuid, workspace } from './resources.ts'

const path = `/v1/public/workspaces/${uuid}`
const html = { 'content-type': 'text/html' }
const gone = { method: 'DELETE', path: `/v1/public/products/${uuid}` }
const download = { path: `/v1/public/files/${uuid}/download` }

test.each([
  ['JSON', { path, json: workspace }, []],
  [
    'JSON with a charset',
    { path, json: workspace, headers: { 'content-type': 'application/json; charset=utf-8' } },
    [],
  ],
  ['JSON of a kind', { path, json: workspace, headers: { 'content-type': 'application/vnd.x.v1+json' } }, []],
  ['JSON called a page', { path, json: workspace, headers: html }, ['GEN-01']],
  ['JSON of no type', { path, json: workspace, headers: { 'content-type': undefined } }, ['GEN-01']],
  ['a page', { path, body: '<html>', headers: html }, ['GEN-01']],
  ['cut JSON', { path, body: '{"id":' }, ['GEN-01']],
  ['nothing', { path, body: '' }, ['GEN-01']],
  ['Latin-1', { path, body: Buffer.from('{"name":"\u00e9"}', 'latin1') }, ['GEN-01']],
  ['a page for a list', { path: '/v1/public/products', body: '<html>', headers: html }, ['GEN-01']],
  ['a deletion with nothing', { ...gone, status: 204, body: '', headers: { 'content-type': undefined } }, []],
  ['a deletion with a text', { ...gone, body: 'deleted', headers: { 'content-type': 'text/plain' } }, []],
  ['a deletion with broken JSON', { ...gone, body: 'deleted' }, ['GEN-01']],
  ['a download of broken JSON', { ...download, body: '{' }, []],
])('%s is blamed for %j', (_, answer, blamed) => {
  expect(blameFor(answer)).toEqual(blamed)
})
