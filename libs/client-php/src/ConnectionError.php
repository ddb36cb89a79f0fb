<?php

declare(strict_types=1);

namespace Nameyard;

/** The service could not be reached, or the connection broke before the response was complete. */
final class ConnectionError extends NameyardError {}
