/** Headers of every response by their names. */
export const responseHeaders = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
} as const

/** What they hold. */
export const headerComponents = {
  RequestId: {
    description: 'The id of the request, or one that the service generated.',
    required: true,
    schema: { type: 'string', minLength: 1 },
  },
  RateLimitLimit: {
    description: 'Requests allowed in the window.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'Requests that are left in the window.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'When the window ends, in Unix seconds.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
} as const
