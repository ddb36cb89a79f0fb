<?php

declare(strict_types=1);

namespace Nameyard;

/** There was no complete response within the timeout. The request may have taken effect. */
final class TimeoutError extends NameyardError {}
