import { expect, test } from 'vitest'
import { leanText } from './lean-sql.ts'

test('SQL loses the spaces of its layout and keeps those between words', () => {
  expect(
    leanText(`
    SELECT id, name FROM people
    WHERE studio_id = ?1 AND (born >= '2010-01-01' OR born IS NULL)`),
  ).toBe(" SELECT id,name FROM people WHERE studio_id=?1 AND(born>='2010-01-01' OR born IS NULL)")
})

test('text in quotes keeps every space', () => {
  expect(leanText("SELECT 'a ( b )  =  c' AS said, x")).toBe("SELECT 'a ( b )  =  c' AS said,x")
})

test('a comment keeps its line, and so does a quotation that goes on in another part', () => {
  expect(leanText('SELECT 1 -- one = 1\n  , 2')).toBe('SELECT 1 -- one = 1\n, 2')
  expect(leanText("LIKE '% ( ")).toBe("LIKE '% ( ")
})
