import type { Plugin } from 'vite'
import { type Replacement, replacedText } from './replaced-text.ts'
import type { Mapped } from './syntax.ts'

/**
 * What the router does again for each request, though its routes never change in the Worker: it
 * lists and ranks all of them, and makes the pattern of each that it tries.
 */
const replacements: readonly Replacement[] = [
  [
    'let branches = flattenRoutes(routes);\n  rankRouteBranches(branches);\n  let matches = null;\n  let decoded = decodePath(pathname);',
    'let decoded = decodePath(pathname);\n  let branches = branchesFor(routes, decoded, allowPartial);\n  let matches = null;',
  ],
  [
    'let [matcher, compiledParams] = compilePath(pattern.path, pattern.caseSensitive, pattern.end);',
    'let [matcher, compiledParams] = compiledPath(pattern.path, pattern.caseSensitive, pattern.end);',
  ],
]

/**
 * Ranked branches are kept by their list of routes. Of these only such are tried as may match: with
 * as many parts as the address, and its words where they have words. An address with empty parts
 * tries all.
 */
const additions = `
const rankedBranches = new WeakMap();
function branchesFor(routes, pathname, allowPartial) {
  let ranked = rankedBranches.get(routes);
  if (!ranked) {
    ranked = flattenRoutes(routes);
    rankRouteBranches(ranked);
    for (const branch of ranked) branch.parts = partsOf(branch.path);
    rankedBranches.set(routes, ranked);
  }
  const parts = partsOf(pathname);
  if (allowPartial || parts.includes("")) return ranked;
  const words = parts.map((part) => part.toLowerCase());
  return ranked.filter((branch) => mayMatch(branch.parts, words));
}
function partsOf(path) {
  const inner = path.replace(/^\\/|\\/$/g, "");
  return inner === "" ? [] : inner.split("/");
}
function mayMatch(parts, words) {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part.includes("*")) return true;
    if (i >= words.length) return false;
    if (!part.includes(":") && part.toLowerCase() !== words[i]) return false;
  }
  return parts.length === words.length;
}
const compiledPaths = new Map();
function compiledPath(path, caseSensitive, end) {
  const key = path + (caseSensitive ? "\\n1" : "\\n0") + (end === false ? "0" : "1");
  let compiled = compiledPaths.get(key);
  if (!compiled) {
    // As many as there are routes; what a program makes up does not fill the memory.
    if (compiledPaths.size > 5000) compiledPaths.clear();
    compiled = compilePath(path, caseSensitive, end);
    compiledPaths.set(key, compiled);
  }
  return compiled;
}
`

/** The router's own module with that work done once; an upgrade that changes it fails the build. */
export function withLeanMatching(code: string): Mapped {
  const lean = replacedText(code, replacements, { of: 'The router', file: 'lean-matching.ts' })
  return { ...lean, code: lean.code + additions }
}

/** Matches addresses in the Worker in a fraction of the router's own time, with its own answers. */
export const leanMatching: Plugin = {
  name: 'cadence:lean-matching',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform: (code, id) =>
    /@remix-run\/router\/dist\/router\.js$/.test(id) ? withLeanMatching(code) : null,
}
