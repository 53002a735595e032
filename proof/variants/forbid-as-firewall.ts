import type { Arrival } from '../changes/change.ts'

/** Answers, as a firewall in front of the service would, what no client of the interface sends: in HTML, and without the service's headers. */
export async function forbidAsFirewall({ request, reply }: Arrival): Promise<void> {
  const [path = ''] = request.url.split('?', 1)
  if (!request.is404 && !path.includes('%')) return
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
  const status = request.is404 ? 403 : 404
  await reply.code(status).type('text/html').send(`<h1>${status}</h1>`)
}
