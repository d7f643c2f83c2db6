namespace Vault;

/// <summary>What became of a request to store or delete a file.</summary>
internal enum Outcome
{
    /// <summary>There was no such file, and now there is.</summary>
    New,

    /// <summary>The file was replaced or deleted.</summary>
    Done,

    /// <summary>There is no file to delete.</summary>
    Missing,

    /// <summary>The file is not as demanded, and stays as it is.</summary>
    Refused,
}
