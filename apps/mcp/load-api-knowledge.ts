/**
 * Loads the descriptions of errors and the scenarios when a call needs them. They are declared in all modules of the
 * service, and loading those takes longer than listing the tools.
 */
export async function loadApiKnowledge() {
  const [{ apiKnowledge }] = await Promise.all([import('./api-knowledge.js'), import('../api/api.module.js')]);
  return apiKnowledge;
}
