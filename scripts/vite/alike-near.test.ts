import { parseAst } from 'rollup/parseAst'
import { expect, test } from 'vitest'
import { alikeNear, movedLines } from './alike-near.ts'
import type { Node } from './syntax.ts'

const moved = (code: string) => alikeNear(code, parseAst(code) as unknown as Node)

const filler = (name: string) =>
  `function ${name}(){return[${Array.from({ length: 900 }, (_, i) => `'${name}${i * 7919}'`)}]}`
const greeting = (name: string, word: string) =>
  `function ${name}(a){return'good ${word} to you and to all who are with you today '+a}`

const text =
  `import{sep}from"node:path";let log=[],early=say("one");${greeting('greet', 'morning')}${filler('b')}${filler('c')}${filler('d')}let say=function(a){log.push(a);return a},late=say("two"),list=[1,"a",{b:[2]}];var old=()=>"old";const arrow=a=>greet(a)+salute(a);${greeting('salute', 'evening')}class Kept{a=late}export{log,late,arrow,list,Kept,sep,old}`
    // A function that is read before it is there would be an error in either.
    .replace('early=say("one")', 'early=greet("one")')

test('functions with similar text end up next to each other', () => {
  const { code } = moved(text)
  const between = (from: string, to: string) =>
    Math.abs(code.indexOf(`function ${from}`) - code.indexOf(`function ${to}`))
  expect(between('greet', 'salute')).toBeLessThan(200)
  expect(text.indexOf('function salute') - text.indexOf('function greet')).toBeGreaterThan(20_000)
})

test('statements with effects keep their order, and the program gives the same results', async () => {
  const { code } = moved(text)
  const run = (source: string) => import(`data:text/javascript,${encodeURIComponent(source)}`)
  const [before, after] = [await run(text), await run(code)]
  expect(after.arrow('x')).toBe(before.arrow('x'))
  expect(after.log).toEqual(['two'])
  expect([after.late, after.list, new after.Kept().a, after.old()]).toEqual([
    'two',
    [1, 'a', { b: [2] }],
    'two',
    'old',
  ])
  expect(code.indexOf('early=')).toBeLessThan(code.indexOf('late='))
})

test('the source map still points to where each part came from', () => {
  const before = 'let a=1,b=g(`x\ny`);function f(){return a}function g(z){return z+f()}'
  const { code: after, moves } = moved(before)
  const offset = before.indexOf('g(z)') - before.indexOf('\n') - 1
  const lines = movedLines([[[0, 0, 7, 0]], [[offset, 0, 9, 4]]], { before, after, moves })
  const found = lines.flatMap((segments, line) =>
    segments.map(([column = 0, ...from]) => ({
      text: after.split('\n')[line]!.slice(column, column + 4),
      from,
    })),
  )
  expect(found).toContainEqual({ text: 'g(z)', from: [0, 9, 4] })
})
