/** The method and the path of a request, without the prefix `/api/v1/`. */
export const Endpoint = ({ method, endpoint }: { method: string; endpoint: string }) => (
  <>
    <span className="text-muted">{method}</span> {endpoint.replace(/^\/api\/v1\//, '')}
  </>
);
