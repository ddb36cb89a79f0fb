/**
 * Loads the descriptions of errors and the scenarios when a call needs them. They are declared all over the service, which
 * takes longer to load than listing the tools.
 */
export async function loadCatalogue() {
  const [catalogue] = await Promise.all([import('./catalogue.js'), import('../api/api.module.js')]);
  return catalogue;
}
