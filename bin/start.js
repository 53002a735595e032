if (import.meta.url.includes('/node_modules/')) await import('./strip-types.js')

await import('../lib/cli/main.ts')
