/** The search form, which is also shown instead of an order form for a domain that cannot be ordered. */
export const SearchForm = ({ query = '', error }: { query?: string; error?: string | undefined }) => (
  <form class="search" role="search" action="/" method="get">
    <label for="q">Find your domain</label>
    <div class="row">
      <input
        id="q"
        name="q"
        type="search"
        value={query}
        maxlength={500}
        placeholder="my-shop, or several names"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'q-error' : undefined}
      />
      <button>Search</button>
    </div>
    <div id="search-error">
      {error && (
        <p class="error" id="q-error">
          {error}
        </p>
      )}
    </div>
  </form>
);
