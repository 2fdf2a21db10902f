import { expect, test } from 'vitest'
import { readMultipart, text } from './multipart.ts'

const bytes = (words: string) => new TextEncoder().encode(words)
const type = 'multipart/form-data; boundary=x'
const read = (words: string, contentType = type) =>
  readMultipart(bytes(words), contentType)?.map((part) => [
    part.name,
    part.isFile,
    part.contentType,
    text(part.bytes),
  ]) ?? null

test('a form of the client, with the file under the empty name', async () => {
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', new Blob(['--x\r\n\r\nnot the end\r\n--'], { type: 'text/plain' }), 'a "b".txt')
  const sent = new Response(form)
  const contentType = sent.headers.get('Content-Type') ?? ''
  const parts = readMultipart(new Uint8Array(await sent.arrayBuffer()), contentType)
  expect(
    parts?.map((part) => [part.name, part.isFile, part.contentType, text(part.bytes)]),
  ).toEqual([
    ['cacheControl', false, '', '3600'],
    ['', true, 'text/plain', '--x\r\n\r\nnot the end\r\n--'],
  ])
})

const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nwords'

test('a complete file is read, and one cut off anywhere is not', () => {
  const whole = `${part}\r\n--x--\r\n`
  expect(read(whole)).toEqual([['a', false, '', 'words']])
  expect(read(whole, 'multipart/form-data; charset=utf-8; boundary="x"')).toEqual([
    ['a', false, '', 'words'],
  ])
  expect(read('--x--')).toEqual([])
  for (let end = 0; end < whole.length - '\r\n'.length; end += 1)
    expect([end, read(whole.slice(0, end))]).toEqual([end, null])
})

test.each([
  ['', type],
  ['words', type],
  [`${part}\r\n--x--`, 'multipart/form-data'],
  ['--x\r\nX: y\r\n\r\nwords\r\n--x--', type],
  ['--x\r\nContent-Disposition: form-data\r\n\r\nwords\r\n--x--', type],
  [
    `--x\r\nContent-Disposition: form-data; name="${'a'.repeat(9_000)}"\r\n\r\nwords\r\n--x--`,
    type,
  ],
  [`${`${part}\r\n`.repeat(51)}--x--`, type],
])('%j is no form', (words, contentType) => {
  expect(read(words, contentType)).toBeNull()
})
