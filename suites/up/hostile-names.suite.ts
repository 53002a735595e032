import { assume, dispositionOf, fieldOf, scenario, type Claim, type Exchange, type FormPart } from '#suite'

/** Written into the part's header as they are where `raw`, else quoted as browsers do. */
const names = [
  { what: 'a path to a parent directory', filename: '../../etc/conformance.txt' },
  { what: 'an absolute path', filename: '/etc/conformance.txt' },
  { what: 'a path with backslashes', filename: '..\\..\\conformance.txt', raw: true },
  { what: 'quotes', filename: 'say "so".txt' },
  { what: 'escaped quotes', filename: 'a\\"; filename=\\"b.txt', raw: true },
  { what: 'line breaks', filename: 'a\r\nx-injected: yes\r\n.txt' },
  { what: 'raw line breaks', filename: 'a\r\nx-injected: yes\r\n.txt', raw: true },
  { what: 'a NUL', filename: 'a\0b.txt' },
  { what: '4,096 characters', filename: `${'n'.repeat(4096)}.txt` },
  { what: 'nothing but dots', filename: '..' },
  { what: 'nothing but spaces', filename: '   ' },
  { what: 'a semicolon and an equals sign', filename: 'a;b=c.txt' },
  { what: 'markup', filename: '<script>alert(1)</script>.txt' },
  { what: 'a right-to-left override', filename: 'a\u202etxt.exe' },
] as const

for (const { what, filename, ...rest } of names)
  scenario(
    `a file name with ${what} causes no server error and is safe on download`,
    { verifies: ['UP-24'], covers: ['ERR-15'], needs: ['write'] },
    async ({ api, given, observe, session, verify }) => {
      const part: FormPart = { ...given.filePart({ filename }), rawFilename: 'raw' in rest }
      const path = { target_id: (await given.fileItem()).id }
      await session.shared('upload with a plain name', () => given.file(path.target_id))
      const answer = await api.send('uploadFile', { path, form: [part], broken: `a file name of ${what}` })
      verify('UP-24', answer).isNoServerError()
      const id = fieldOf(answer, 'id')
      // Refusing such a name is lawful.
      assume(answer.status === 201 && typeof id === 'string')
      const download = await given.download(id)
      verify('UP-24', download).isNoServerError()
      verify('UP-24', download).lacksHeader('x-injected', `the download of a file whose name was ${what}`)
      verify('UP-24', download).that(isQuoted(what, download))
      // The name is the sender's own, and clients are told to drop its directories: that a service does it too is not asked for.
      assume(/[\\/]/.test(dispositionOf(download.headers['content-disposition'])?.name ?? ''))
      observe('UP-24', `the name of a download (${what})`, 'has directories')
    },
  )

/** Whether there is a disposition at all is the concern of another rule. */
function isQuoted(what: string, { headers }: Exchange): Claim {
  const header = headers['content-disposition'] ?? ''
  return {
    where: dispositionOf(header) !== undefined,
    claim: `the name of a download stays within its quotes (${what})`,
    holds: isWellQuoted(header),
    expected: 'a single quoted string for each parameter',
    received: header.slice(0, 200),
    hint: 'header injection: the file name seems to be written into Content-Disposition without escaping',
  }
}

/** RFC 6266: a type, then parameters whose values are tokens or quoted texts. Characters beyond ASCII, backslashes that quote nothing, and the slashes and round brackets that many leave in an encoded name are let pass. */
function isWellQuoted(header: string): boolean {
  return /^\s*[\w-]+\s*(?:;\s*[\w*-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|"[^"]*"|[^\s",:<=>?@[\\\];{}]+)\s*)*;?\s*$/.test(
    header,
  )
}
