import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeText } from '#app/values/table/decode-text.ts'
import { readTable } from '#app/values/table/read-table.ts'
import type { DateOrder } from '#app/values/table/written-date.ts'
import { layoutOf, mappingProblem } from './columns.ts'
import { prepareRows } from './prepare-rows.ts'

const today = '2026-11-23'

const prepare = (bytes: Uint8Array | string, order: DateOrder = 'ymd') => {
  const text = typeof bytes === 'string' ? bytes : decodeText(bytes).text
  const table = readTable(text)
  const { mapping } = layoutOf(table.header)
  const { header } = table
  return prepareRows(table, { header, mapping, order, today, locale: 'en-GB' })
}

const folder = join(import.meta.dirname, '../../../../shared/data/imports')

// The lists lie beside the project and are no part of it.
if (existsSync(join(folder, 'Clients.csv'))) {
  test('the three lists beside the project are read without a correction', () => {
    const read = (name: string, order: DateOrder) => {
      const { rows, refused } = prepare(readFileSync(join(folder, name)), order)
      return [rows.length, refused.length, rows.filter(({ birthDate }) => birthDate).length]
    }
    expect(read('Clients.csv', 'mdy')).toEqual([497, 3, 497])
    expect(read('members-iso.csv', 'ymd').slice(0, 2)).toEqual([120, 0])
    expect(read('mitglieder-semikolon.csv', 'dmy').slice(0, 2)).toEqual([78, 2])
  })
}

test.each([
  ['BarcodeID,MBSystemID,LastName,FirstName,EmailName,Birthdate', 'mindbody'],
  ['first_name,last_name,email,phone,membership_plan,status,join_date,barcode', 'gympoint'],
  ['First Name,Last Name,Email,Product Price', 'gymdesk'],
  ['first name,last name,email,total check-ins', 'pushpress'],
  ['Date,Client Name,Email,Amount', 'teamup'],
  ['firstName,lastName,Membership Title,guardianEmail', 'fitness-gm'],
  ['Vorname;Nachname;E-Mail;Straße;PLZ;Ort', 'file'],
])('%s is known as of %s, and has a name', (header, source) => {
  const layout = layoutOf(readTable(`${header}\n`).header)
  expect([layout.source, mappingProblem(layout.mapping)]).toEqual([source, null])
})

test('a phone written at home is kept with its country, and one that is none as words', () => {
  const { rows } = prepare(
    'Name,Phone,Mobile\nAna,07700 900123,\nBen,ask mum,\nCleo,,0044 7700 900124\nDee,(0113) 496-0140,',
  )
  expect(rows.map(({ phone, note }) => [phone, note])).toEqual([
    ['+447700900123', ''],
    ['', 'Phone: ask mum'],
    ['+447700900124', ''],
    ['+441134960140', ''],
  ])
})

test('addresses that differ by case, space or form are one, and children share a parent’s', () => {
  const { rows, refused } = prepare(
    [
      'Name,Email,Birthday,Parent,Guardian Email',
      'Isla Lee, ANA@example.test,2014-05-09,,',
      'Ana Lee,ana@example.test,1980-01-02,,',
      'Ana Lee,\u200bAna@Example.test ,1980-01-02,,',
      'Sam Lee,ana@example.test,1979-01-02,,',
      'Tom Kay,tom@example.test,2010-01-02,Ana Lee,',
      'Zoe Ray,,2012-01-02,Zed Ray,zed@example.test',
    ].join('\n'),
  )
  expect(rows.map(({ name, email, kind, guardian }) => [name, email, kind, guardian])).toEqual([
    ['Isla Lee', '', 'dependant', { line: 3 }],
    ['Ana Lee', 'ana@example.test', 'ready', null],
    ['Sam Lee', 'ana@example.test', 'ready', null],
    ['Tom Kay', 'tom@example.test', 'dependant', { line: 3 }],
    ['Zoe Ray', '', 'dependant', { email: 'zed@example.test', name: 'Zed Ray' }],
  ])
  expect(refused).toEqual([
    { line: 4, name: 'Ana Lee', column: '', value: '', why: 'The same person as line 3' },
  ])
})

test('a row whose guardian has a guardian in the same file is refused', () => {
  const { rows, refused } = prepare(
    [
      'Name,Email,Birthday,Parent,Guardian Email',
      'Ana Lee,ana@example.test,1950-01-02,,',
      'Mia Lee,mia@example.test,1980-01-02,Ana Lee,',
      'Tom Lee,,2015-01-02,Mia Lee,',
      'Ivo Kay,,2015-01-02,Ana Lee,',
    ].join('\n'),
  )
  expect(rows.map(({ name, kind }) => [name, kind])).toEqual([
    ['Ana Lee', 'ready'],
    ['Mia Lee', 'dependant'],
    ['Ivo Kay', 'dependant'],
  ])
  expect(refused).toMatchObject([
    {
      ...{ line: 4, name: 'Tom Lee', value: 'Mia Lee' },
      why: 'The guardian has a guardian in another row. Enter an adult who looks after both',
    },
  ])
})

test('every cell of a row is kept as text or refused with its line, column and reason', () => {
  const wide = 'x'.repeat(1_000_000)
  const { rows, refused } = prepare(
    [
      'Name,Email,Note,Joined',
      `"=cmd|' /C calc'!A0",a@x.test,,`,
      'Null,b@x.test,NULL,null',
      `Long,c@x.test,${wide},`,
      `${'n'.repeat(10_000)},d@x.test,,`,
      '\u202eagro\u202c \u200fمریم,e@x.test,,',
      'Zoe\u0301,f@x.test,,',
      '李雷,g@x.test,"two\nlines",',
      'h@x.test,Swapped Name,,',
      ',i@x.test,,',
      'Lost \uFFFD,j@x.test,,',
      'Future,k@x.test,,2031-01-01',
      'Ümit,ümit@x.test,,',
      'Short',
    ].join('\r\n'),
  )
  expect(rows.map(({ name, note }) => [name, note])).toEqual([
    ["=cmd|' /C calc'!A0", ''],
    ['Null', ''],
    ['agro مریم', ''],
    ['Zoé', ''],
    ['李雷', 'two\nlines'],
    ['Short', ''],
  ])
  expect(refused.map(({ line, column, why }) => [line, column, why])).toEqual([
    [4, 'Note', '1,000,000 characters are too many'],
    [5, 'Name', 'Name can have 80 characters, this has 10000'],
    [10, 'Email', 'This isn’t an email address'],
    [11, 'Name', 'Has no name'],
    [12, 'Name', 'Has characters that can’t be read. Save the file as UTF-8'],
    [13, 'Joined', 'This date is in the future'],
    [14, 'Email', 'This isn’t an email address'],
  ])
  for (const { value } of refused) expect(value.length).toBeLessThanOrEqual(200)
})

test('someone who left is known by a status or a tick', () => {
  const { rows } = prepare('Name,Status,Inactive\nA,canceled,\nB,active,\nC,,TRUE\nD,lead,False')
  expect(rows.map(({ inactive }) => inactive)).toEqual([true, false, true, false])
})
