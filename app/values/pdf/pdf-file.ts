/** The file format: objects, streams, the table of where they are. Pure. */
import { zlibSync } from 'fflate'
import { joined } from './subset-font.ts'

const encoder = new TextEncoder()

/** Text of a property in UTF-16, which every reader knows. */
export const pdfText = (text: string): string => {
  const units = ['FEFF']
  for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i).toString(16).padStart(4, '0'))
  return `<${units.join('')}>`
}

/** Collects objects, each of which may be named before it is written. */
export class PdfFile {
  private readonly bodies: (Uint8Array | null)[] = []

  /** Makes room for an object; answers how others refer to it. */
  reserve(): number {
    this.bodies.push(null)
    return this.bodies.length
  }

  write(id: number, body: string): void {
    this.bodies[id - 1] = encoder.encode(`${body}\n`)
  }

  add(body: string): number {
    const id = this.reserve()
    this.write(id, body)
    return id
  }

  /** A stream, packed. `entries` stand in its dictionary. */
  addStream(content: Uint8Array | string, entries = ''): number {
    const id = this.reserve()
    const packed = zlibSync(typeof content === 'string' ? encoder.encode(content) : content)
    this.bodies[id - 1] = joined([
      encoder.encode(`<< /Length ${packed.length} /Filter /FlateDecode ${entries}>>\nstream\n`),
      packed,
      encoder.encode('\nendstream\n'),
    ])
    return id
  }

  /** The whole file. */
  toBytes({ root, info, id }: { root: number; info: number; id: string }): Uint8Array {
    const parts: Uint8Array[] = []
    let length = 0
    const push = (part: Uint8Array) => {
      parts.push(part)
      length += part.length
    }
    // The second line tells programs that there are bytes in it.
    push(encoder.encode('%PDF-1.7\n%'))
    push(new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3, 0x0a]))
    const places = this.bodies.map((body, i) => {
      if (!body) throw new Error(`Object ${i + 1} was never written`)
      const at = length
      push(encoder.encode(`${i + 1} 0 obj\n`))
      push(body)
      push(encoder.encode('endobj\n'))
      return at
    })
    const begins = length
    const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
    push(
      encoder.encode(
        `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}trailer\n` +
          `<< /Size ${places.length + 1} /Root ${root} 0 R /Info ${info} 0 R ` +
          `/ID [<${id}> <${id}>] >>\nstartxref\n${begins}\n%%EOF\n`,
      ),
    )
    return joined(parts)
  }
}
