/** Why a read cannot be done, with the code of the wire contract. */
export type ReadRefusal = {
  status: number
  code: string
  message: string
  details: string | null
  hint: string | null
}

export class RefusedRead extends Error {
  readonly refusal: ReadRefusal
  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message)
    this.refusal = {
      status,
      code,
      message: printable(message),
      details: details && printable(details),
      hint: null,
    }
  }
}

/** What a caller wrote comes back in messages: without control characters, and cut short. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)

export const badSyntax = (what: string) =>
  new RefusedRead(400, 'PGRST100', `"failed to parse ${what}"`, 'unexpected input')

export const unknownColumn = (table: string, column: string) =>
  new RefusedRead(400, '42703', `column ${table}.${column} does not exist`)

export const wrongType = (type: string, value: string) =>
  new RefusedRead(400, '22P02', `invalid input syntax for type ${type}: "${value}"`)
