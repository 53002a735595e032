import type { FileRequest } from '../../reference/service/files/find-file.ts'

/** The request with another way to read the parts of its form. */
export function withParts(request: FileRequest, parts: FileRequest['parts']): FileRequest {
  return new Proxy(request, {
    get(target, name) {
      if (name === 'parts') return parts
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
