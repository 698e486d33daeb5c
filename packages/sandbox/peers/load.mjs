/** Imports from here, so that a name is looked up in this folder's node_modules and not in the root's. */
export const load = (specifier) => import(specifier);
