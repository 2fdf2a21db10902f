import type { Plugin } from 'vite'
import { type Replacement, replacedText } from './replaced-text.ts'
import type { Mapped } from './syntax.ts'

/**
 * What the framework does for each page though nothing comes of it here, by its module:
 *
 * - the data of a page as text for a browser, which only pages with scripts write;
 * - the request made again, twice a loader, without names in its address that most have not;
 * - the list of all modules of pages, which is the same each time;
 * - the data of a page as JSON in an answer that is read again at once: a page whose `handle` says
 *   `direct` is given what its loader answered. A browser that asks for data alone gets JSON.
 */
const replacements: Readonly<Record<string, readonly Replacement[]>> = {
  'serverHandoff.js': [
    [
      'return escapeHtml(JSON.stringify(serverHandoff));',
      'return { toString: () => escapeHtml(JSON.stringify(serverHandoff)) };',
    ],
  ],
  'data.js': [
    [
      'function stripIndexParam(request) {',
      'const isPlain = ({ method, url }) => method === "GET" && !/[?&](index|_)/.test(url);\nfunction stripIndexParam(request) {\n  if (isPlain(request)) return request;',
    ],
    [
      'function stripDataParam(request) {',
      'function stripDataParam(request) {\n  if (isPlain(request)) return request;',
    ],
    [
      'function stripRoutesParam(request) {',
      'function stripRoutesParam(request) {\n  if (isPlain(request)) return request;',
    ],
  ],
  'routes.js': [
    [
      'loader: route.module.loader,\n        routeId: route.id,\n        singleFetch: future.v3_singleFetch === true',
      'loader: route.module.loader,\n        routeId: route.id,\n        singleFetch: route.module.handle?.direct && !/[?&]_/.test(args.request.url)',
    ],
  ],
  'entry.js': [
    [
      'function createEntryRouteModules(manifest) {\n  return Object.keys',
      'const known = new WeakMap();\nfunction createEntryRouteModules(manifest) {\n  if (!known.has(manifest)) known.set(manifest, modulesOf(manifest));\n  return known.get(manifest);\n}\nfunction modulesOf(manifest) {\n  return Object.keys',
    ],
  ],
}

/** The module `name` of the framework's server without that work; an upgrade that changes it fails. */
export function withLeanFramework(name: string, code: string): Mapped {
  return replacedText(code, replacements[name] ?? [], {
    of: 'The framework',
    file: 'lean-framework.ts',
  })
}

/** Takes out of the framework's share of a page what nobody reads. */
export const leanFramework: Plugin = {
  name: 'cadence:lean-framework',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform(code, id) {
    const name = /@remix-run\/server-runtime\/dist\/esm\/([\w.]+)$/.exec(id)?.[1] ?? ''
    return name in replacements ? withLeanFramework(name, code) : null
  },
}
