package dev.nameyard;

/** The thread of the call was interrupted. The request may have taken effect. */
public final class AbortedException extends NameyardException {
  private static final long serialVersionUID = 1;

  AbortedException() {
    super("the thread of the call was interrupted");
  }
}
