/**
 * The reader of images on this machine. Miniflare's own fits every picture inside its frame with
 * bars, whatever `fit` says, and heeds neither quality nor the turn a camera notes; this one does
 * as the platform's does, so that a developer, the tests and the figures see what members will see.
 */
import type { MiniflareOptions } from 'miniflare'
import sharp, { type FitEnum, type FormatEnum, type Sharp } from 'sharp'

type Transform = { width?: number; height?: number; fit?: string; rotate?: number }
type Asked = { transforms: Transform[]; output: { format: string; quality?: number } }

/** What the Worker is given: the platform's calls, each sent whole to Node. */
const script = `
const send = async (env, path, head, stream) => {
  const body = new Uint8Array(await new Response(stream).arrayBuffer())
  const answer = await env.reader.fetch('http://images' + path, { method: 'POST', body, headers: { asked: JSON.stringify(head) } })
  if (!answer.ok) throw Object.assign(new Error('IMAGES_ERROR 9523: ' + await answer.text()), { code: 9523 })
  return answer
}
const transformer = (env, stream, transforms) => ({
  transform: (next) => transformer(env, stream, [...transforms, next]),
  output: async (output) => {
    const answer = await send(env, '/transform', { transforms, output }, stream)
    const type = answer.headers.get('content-type')
    const bytes = await answer.arrayBuffer()
    const response = () => new Response(bytes, { headers: { 'content-type': type } })
    return { contentType: () => type, response, image: () => response().body }
  },
})
export default (env) => ({
  info: async (stream) => (await send(env, '/info', {}, stream)).json(),
  input: (stream) => transformer(env, stream, []),
})`

const fits: Record<string, keyof FitEnum> = {
  cover: 'cover',
  crop: 'cover',
  squeeze: 'fill',
  pad: 'contain',
}

function transformed(picture: Sharp, { transforms, output }: Asked): Promise<Buffer> {
  let next = picture.autoOrient()
  for (const { width, height, fit = 'contain', rotate } of transforms) {
    if (rotate) next = next.rotate(rotate)
    if (!width && !height) continue
    next = next.resize(width ?? null, height ?? null, {
      fit: fits[fit] ?? 'inside',
      withoutEnlargement: fit === 'scale-down',
    })
  }
  const format = output.format.replace('image/', '') as keyof FormatEnum
  return next
    .toFormat(format, { quality: output.quality, ...(format === 'avif' ? { effort: 2 } : {}) })
    .toBuffer()
}

async function read(request: Request): Promise<Response> {
  try {
    const picture = sharp(await request.arrayBuffer(), { failOn: 'warning' })
    const asked = JSON.parse(request.headers.get('asked') ?? '{}') as Asked
    if (new URL(request.url).pathname === '/info') {
      const { format, width, height } = await picture.metadata()
      return Response.json({ format: `image/${format}`, width, height, fileSize: 0 })
    }
    const bytes = new Uint8Array(await transformed(picture, asked))
    return new Response(bytes, { headers: { 'Content-Type': asked.output.format } })
  } catch (error) {
    return new Response((error as Error).message, { status: 422 })
  }
}

/** Workers with `IMAGES` bound to the local reader: `worker` first, the reader behind it. */
export function withLocalImages(worker: object): MiniflareOptions {
  const reader = {
    name: 'local-images',
    modules: true,
    script,
    // The Worker's Response and Node's are of different makes and the same shape.
    serviceBindings: { reader: read },
  }
  const { images: _, ...rest } = worker as { images?: unknown }
  return {
    workers: [{ ...rest, wrappedBindings: { IMAGES: { scriptName: 'local-images' } } }, reader],
  } as unknown as MiniflareOptions
}

/** The same reader for tests that run in Node without a Worker. */
export function nodeImages(): ImagesBinding {
  const ask = async (path: string, asked: object, stream: ReadableStream<Uint8Array>) => {
    const body = new Uint8Array(await new Response(stream).arrayBuffer())
    const answer = await read(
      new Request(`http://images${path}`, {
        method: 'POST',
        body,
        headers: { asked: JSON.stringify(asked) },
      }),
    )
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const transformer = (stream: ReadableStream<Uint8Array>, transforms: Transform[]): object => ({
    transform: (next: Transform) => transformer(stream, [...transforms, next]),
    output: async (output: Asked['output']) => {
      const answer = await ask('/transform', { transforms, output }, stream)
      return { contentType: () => output.format, response: () => answer, image: () => answer.body }
    },
  })
  return {
    info: async (stream: ReadableStream<Uint8Array>) => (await ask('/info', {}, stream)).json(),
    input: (stream: ReadableStream<Uint8Array>) => transformer(stream, []),
  } as unknown as ImagesBinding
}
