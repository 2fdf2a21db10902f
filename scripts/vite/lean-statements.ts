import type { Plugin } from 'vite'
import { type Replacement, replacedText } from './replaced-text.ts'
import type { Mapped } from './syntax.ts'

/**
 * What Drizzle does again for each piece of a statement. A page's statements have some hundred of
 * them, nearly all text or a value: each is compared with every kind of piece there is, up the line
 * of its classes, and put into an object and a list of its own. The Worker has one copy of Drizzle,
 * so a piece is what its class says; which tables a piece names only a cache of answers would ask.
 */
const replacements: Readonly<Record<string, readonly Replacement[]>> = {
  'entity.js': [
    ['if (value instanceof type) {\n    return true;\n  }', 'return value instanceof type;'],
  ],
  'sql/sql.js': [
    [
      'for (const chunk of queryChunks) {\n      if (is(chunk, Table)) {',
      'for (const chunk of []) {\n      if (is(chunk, Table)) {',
    ],
    [
      'const query = this.buildQueryFromSourceParams(this.queryChunks, config);',
      'const query = written(this, { ...config, inlineParams: this.shouldInlineParams, paramStartIndex: { value: 0 } }, { sql: "", params: [] });',
    ],
    [
      'class StringChunk {',
      `function written(piece, config, query) {
  for (const chunk of piece.queryChunks) {
    if (chunk instanceof StringChunk) query.sql += chunk.value.join("");
    else if (chunk instanceof SQL && !chunk.shouldInlineParams) written(chunk, config, query);
    else if (typeof chunk === "string" && !config.inlineParams) {
      query.sql += config.escapeParam(config.paramStartIndex.value++, chunk);
      query.params.push(chunk);
    } else {
      const part = piece.buildQueryFromSourceParams([chunk], config);
      query.sql += part.sql;
      query.params.push(...part.params);
    }
  }
  return query;
}
class StringChunk {`,
    ],
  ],
}

/** Module `path` of Drizzle without that work; an upgrade that changes it fails the build. */
export function withLeanStatements(path: string, code: string): Mapped {
  return replacedText(code, replacements[path] ?? [], { of: 'Drizzle', file: 'lean-statements.ts' })
}

/** Writes statements in the Worker in a fraction of the time, with the same text and values. */
export const leanStatements: Plugin = {
  name: 'cadence:lean-statements',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform(code, id) {
    const path = /\/drizzle-orm\/((?:sql\/)?\w+\.js)$/.exec(id)?.[1] ?? ''
    return path in replacements ? withLeanStatements(path, code) : null
  },
}
