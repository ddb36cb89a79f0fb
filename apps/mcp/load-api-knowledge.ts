/**
 * Loads the descriptions of errors and the scenarios when a call needs them. They are declared all over the service, which
 * takes longer to load than listing the tools.
 */
export async function loadApiKnowledge() {
  const [{ apiKnowledge }] = await Promise.all([import('./api-knowledge.js'), import('../api/api.module.js')]);
  return apiKnowledge;
}
