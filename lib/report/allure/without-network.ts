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
export function withoutNetwork(path: string, data: Buffer): Buffer {
  if (!path.endsWith('.html')) return data
  const html = data
    .toString('utf8')
    .replaceAll(/<script async src="https:[^"]*"><\/script>\s*<script>[^<]*\bgtag\([^<]*<\/script>/g, '')
    .replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`)
  return Buffer.from(html, 'utf8')
}
